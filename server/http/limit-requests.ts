import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { minutes } from '#domain/units.ts'
import { clientNetwork } from './client-network.ts'
import { HttpError } from './errors.ts'
import { isApiRequest } from './is-api-request.ts'

const within = 1 * minutes
/** So many networks are counted at once; those that came first begin anew when there are more. */
const mostNetworks = 5_000

/** A whole campus stands behind one address, so this only stops a runaway client. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: 6_000,
    timeWindow: within,
    store: RequestCounts,
    allowList: request => !isApiRequest(request),
    keyGenerator: request => clientNetwork(request.ip),
    errorResponseBuilder: (_request, context) =>
      new HttpError(429, 'Too many requests. Please wait a moment.', {
        retryAfter: Math.ceil(context.ttl / 1000),
      }),
  })
  // Before anybody is looked up: what the library adds to each route by itself comes after that, and never where it refuses.
  app.addHook('onRequest', app.rateLimit())
}

/** The library's own counts go by the clock of the machine: set back by an hour, it would make a minute last for an hour. */
class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; until: number }>()

  incr(network: string, answer: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const now = performance.now()
    let count = this.#counts.get(network)
    if (!count || count.until <= now) {
      count = { current: 0, until: now + within }
      this.#counts.delete(network)
      this.#counts.set(network, count)
      const [oldest = ''] = this.#counts.keys()
      if (this.#counts.size > mostNetworks) this.#counts.delete(oldest)
    }
    count.current += 1
    answer(null, { current: count.current, ttl: Math.round(count.until - now) })
  }

  child(): this {
    return this
  }
}
