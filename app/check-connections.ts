import { sql } from 'kysely'
import { neededConnections } from '#kit/server/database/connection/database-url.ts'
import type { Deps } from '#kit/server/deps.ts'

type Checked = Pick<Deps, 'db'> & {
  config: Pick<Deps['config'], 'databaseUrl'>
  log: Pick<Deps['log'], 'warn'>
}

/**
 * Finds out at the start whether PostgreSQL, or a pooler before it, provides what later work needs: enough
 * connections, writing, and sound indexes. The log says what is missing; the server works without it, only less well.
 */
export async function checkConnections({ config, db, log }: Checked): Promise<void> {
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
  const { rows } = await sql<{ isReadOnly: boolean; version: number }>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('server_version_num')::int as version`.execute(db)
  if (rows[0]?.isReadOnly)
    log.warn('PostgreSQL is read-only (a standby, or default_transaction_read_only): nothing can be saved')
  if ((rows[0]?.version ?? 0) < 150_000) return
  const changed = await sql<{ name: string }>`
    select quote_ident(datname) as name from pg_database where datname = current_database()
      and datcollversion <> pg_database_collation_actual_version(oid)`.execute(db)
  for (const { name } of changed.rows)
    log.warn(
      `The system sorts texts otherwise than when the database was made, so indexes may miss rows or accept doubles: ` +
        `REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION`,
    )
}
