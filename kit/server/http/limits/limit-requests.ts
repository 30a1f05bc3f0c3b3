import type { FastifyInstance } from 'fastify'
import { minutes, seconds } from '#kit/rules/units.ts'
import { tooMany } from '#kit/server/http/errors.ts'
import { clientNetwork } from '#kit/server/http/network/client-network.ts'
import { isApiRequest } from '#kit/server/http/site/is-api-request.ts'

const max = 6_000
const timeWindow = 1 * minutes
/** How many networks are counted at the same time. Beyond that, the oldest count is dropped. */
const maxNetworks = 5_000

/** A whole campus shares one address, so this only stops a runaway client. */
export function limitRequests(app: FastifyInstance): void {
  const counts = new Map<string, { current: number; until: number }>()
  // Before the viewer is looked up, and also for calls that are rejected.
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request)) return
    const network = clientNetwork(request.ip)
    // By the system clock a minute would last for an hour if it is set back by one.
    const now = performance.now()
    let count = counts.get(network)
    if (!count || count.until <= now) {
      count = { current: 0, until: now + timeWindow }
      counts.delete(network)
      counts.set(network, count)
      const [oldest = ''] = counts.keys()
      if (counts.size > maxNetworks) counts.delete(oldest)
    }
    count.current += 1
    const wait = (count.until - now) / seconds
    reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': Math.max(0, max - count.current),
      'x-ratelimit-reset': Math.ceil(wait),
    })
    if (count.current > max) throw tooMany(wait, 'Too many requests. Please wait a moment.')
  })
}
