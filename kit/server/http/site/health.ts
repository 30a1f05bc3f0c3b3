import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isSuperUser } from '#kit/rules/roles.ts'
import type { Deps } from '#kit/server/deps.ts'
import { databaseUnavailable, HttpError } from '#kit/server/http/errors.ts'

const stopping = () => new HttpError(503, 'The server is stopping', { retryAfter: 2 })

/**
 * For supervisors and proxies: /healthz succeeds while the process runs, /readyz only while the database
 * replies too and the server isn't stopping. For super-users, /readyz includes details.
 */
export function serveHealthChecks(
  app: FastifyInstance,
  { db, log }: Pick<Deps, 'db' | 'log'>,
  readDetails: () => Promise<object>,
): void {
  const options = { config: { access: 'public' } } as const
  const ok = { status: 'ok' }
  app.get('/healthz', options, async () => ok)
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/readyz', options, async request => {
    if (isStopping) throw stopping()
    try {
      await sql`select 1`.execute(db)
      // Most callers are supervisors without a cookie; they cost no second query.
      const hasCredentials = request.headers.cookie ?? request.headers.authorization
      const viewer = hasCredentials ? await app.resolveViewer(request).catch(ignoreWrong) : null
      return viewer && isSuperUser(viewer) ? { ...ok, ...(await readDetails()) } : ok
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      throw databaseUnavailable()
    }
  })
}

/** Credentials that are wrong, or meant for something else such as the metrics, are none. */
function ignoreWrong(error: unknown): null {
  if (error instanceof HttpError && error.status < 500) return null
  throw error
}
