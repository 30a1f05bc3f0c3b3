import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { minutes } from '#kit/rules/units.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { clientNetwork } from '#kit/server/http/network/client-network.ts'
import { isApiRequest } from '#kit/server/http/site/is-api-request.ts'

const timeWindow = 1 * minutes
/** How many networks are counted at the same time. Beyond that, the oldest count is dropped. */
const maxNetworks = 5_000

/** A whole campus shares one address, so this only stops a runaway client. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: 6_000,
    timeWindow: timeWindow,
    store: RequestCounts,
    allowList: request => !isApiRequest(request),
    keyGenerator: request => clientNetwork(request.ip),
    errorResponseBuilder: (_request, context) =>
      new HttpError(429, 'Too many requests. Please wait a moment.', {
        retryAfter: Math.ceil(context.ttl / 1000),
      }),
  })
  // Before the viewer is looked up. The hook that the library adds to each route would run after that, and
  // not at all for calls that are rejected.
  app.addHook('onRequest', app.rateLimit())
}

/** The library's own counters use the system clock: if it is set back by an hour, a minute would last for an hour. */
class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; until: number }>()

  incr(network: string, reply: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const now = performance.now()
    let count = this.#counts.get(network)
    if (!count || count.until <= now) {
      count = { current: 0, until: now + timeWindow }
      this.#counts.delete(network)
      this.#counts.set(network, count)
      const [oldest = ''] = this.#counts.keys()
      if (this.#counts.size > maxNetworks) this.#counts.delete(oldest)
    }
    count.current += 1
    reply(null, { current: count.current, ttl: Math.round(count.until - now) })
  }

  child(): this {
    return this
  }
}
