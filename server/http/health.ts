import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { busy } from './errors.ts'

/** For supervisors and proxies: /healthz while the process lives, /readyz only while the database answers too. */
export function answerHealthChecks(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  const options = { schema: { hide: true }, config: { access: 'everyone' } } as const
  const ok = { status: 'ok' }
  app.get('/healthz', options, async () => ok)
  app.get('/readyz', options, async () => {
    try {
      await sql`select 1`.execute(db)
      return ok
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      throw busy('The database is not available right now. Please try again in a moment.')
    }
  })
}
