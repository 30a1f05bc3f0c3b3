import type { FastifyInstance } from 'fastify'
import type { Config } from '#kit/server/config/config.ts'

/** A page makes more calls than these at once, while a check from the same machine is a single one. */
const enough = 3

const notice =
  'TRUST_PROXY is set, but the proxy doesn’t send X-Forwarded-For, so that all people share one address and its limits. ' +
  'docs/operations.md has the lines for nginx.'

/** Warns once if no trusted proxy has ever sent the address of a client. */
export function watchForwardedAddresses(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  let hasSeenOne = false
  let missing = 0
  app.decorate('proxyNotice', () => (!hasSeenOne && missing >= enough ? notice : null))
  if (trustProxy === false || trustProxy === 0) return
  app.addHook('onRequest', async request => {
    if (hasSeenOne || !request.url.startsWith('/api/')) return
    if (request.headers['x-forwarded-for'] !== undefined) {
      hasSeenOne = true
      return
    }
    missing += 1
    if (missing === enough) app.log.warn(notice)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What is wrong with the proxy in front, for its operator; null if nothing is. */
    proxyNotice: () => string | null
  }
}
