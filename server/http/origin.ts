import type { FastifyInstance } from 'fastify'
import { forbidden } from './errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects writes that a page of another site makes a browser send. Browsers name the site in Sec-Fetch-Site,
 * but on plain http only in Origin. Command-line scripts send neither and pass.
 */
export function rejectForeignOrigins(app: FastifyInstance, appUrl: string): void {
  app.addHook('onRequest', async request => {
    if (safeMethods.has(request.method)) return
    const { origin, host, 'sec-fetch-site': site } = request.headers
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && origin !== appUrl && !isOwnLoopback(origin, host))
    if (isForeign) throw forbidden('This request came from another site and was refused', 'foreign_origin')
  })
}

// On the local machine, the same server has several names: localhost, 127.0.0.1, a forwarded port.
function isOwnLoopback(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin)
  return url !== null && url.host === host && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
}
