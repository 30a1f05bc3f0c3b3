import type { FastifyInstance } from 'fastify'
import { isLoopback } from '#kit/rules/addresses/secure-address.ts'
import type { Config } from '#kit/server/config/config.ts'
import { forbidden, HttpError } from '#kit/server/http/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** More are never logged: anyone can make up addresses. */
const maxLogged = 10

/**
 * Rejects writes that a page of another site makes a browser send. Browsers name the site in Sec-Fetch-Site,
 * but on plain http only in Origin. Command-line scripts send neither and pass. A page of our own that was opened at
 * another address than APP_URL is rejected, too, but learns the right one, as does the log.
 */
export function rejectForeignOrigins(
  app: FastifyInstance,
  { appName, appUrl }: Pick<Config, 'appName' | 'appUrl'>,
): void {
  const logged = new Set<string>()
  app.addHook('onRequest', async request => {
    const { origin, referer, host, 'sec-fetch-site': site } = request.headers
    const isSafe = safeMethods.has(request.method)
    const sender = isSafe ? referer : origin
    const from = sender === undefined ? null : URL.parse(sender)
    const isOwnPage = site === undefined || site === 'same-origin' || site === 'none'
    if ((isSafe ? from?.origin : origin) === appUrl || sender === undefined || isOwnLoopback(from, host)) {
      if (isSafe || isOwnPage) return
    } else if (from && isOwnPage && (site === 'same-origin' || from.host === host)) {
      if (logged.size < maxLogged && !logged.has(from.origin)) {
        logged.add(from.origin)
        request.log.warn({ openedAt: from.origin, appUrl }, 'opened at another address than APP_URL')
      }
      if (isSafe) return
      throw new HttpError(403, `${appName} is set up for ${appUrl}. Please open it there.`, {
        code: 'foreign_origin',
      })
    }
    if (!isSafe) throw forbidden('This request came from another site and was refused', 'foreign_origin')
  })
}

// On the local machine, the same server has several names: localhost, 127.0.0.1, a forwarded port.
const isOwnLoopback = (from: URL | null, host: string | undefined): boolean =>
  from !== null && from.host === host && isLoopback(from.hostname)
