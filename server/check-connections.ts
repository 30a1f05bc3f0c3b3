import { sql } from 'kysely'
import { neededConnections } from './database/database-url.ts'
import type { Deps } from './deps.ts'

/**
 * Finds out at the start whether PostgreSQL, or a pooler before it, provides what later work needs: enough
 * connections, and writing. The log says what is missing; the server works without it, only less well.
 */
export async function checkConnections({ config, db, log }: Deps): Promise<void> {
  if (config.databaseUrl === null) return
  // Each needs a connection of its own, because none is free before the last has one.
  const statements = Array.from({ length: neededConnections }, () => sql`select pg_sleep(0.05)`.execute(db))
  const failed = (await Promise.allSettled(statements)).find(result => result.status === 'rejected')
  // A pooler in session mode lets the statement of a connection that it has none for wait.
  if (failed)
    log.warn(
      { err: failed.reason },
      `A process needs ${neededConnections} connections at once; fewer are served`,
    )
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`.execute(db)
  if (rows[0]?.isReadOnly)
    log.warn('PostgreSQL is read-only (a standby, or default_transaction_read_only): nothing can be saved')
}
