import { type Kysely, sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { UnusableDatabaseError } from './open.ts'

/**
 * Refuses to start a new installation in a PostgreSQL database that belongs to another program or can't store
 * every letter. Only reads. SQLite files identify their program themselves.
 */
export async function requireOwnDatabase(db: Kysely<Database>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const { rows } = await findings.execute(db)
  const [{ foreign, encoding } = { foreign: null, encoding: '' }] = rows
  if (foreign !== null) {
    throw new UnusableDatabaseError(
      `DATABASE_URL: the database belongs to another program (it has a table ${foreign}). Create an empty one. ` +
        'Nothing was changed.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `DATABASE_URL: the database's encoding is ${encoding}, which can't store all characters. Nothing was changed. ` +
        'Create another one: createdb --encoding=UTF8 --template=template0 NAME',
    )
  }
}

// Finds a table that no extension created. The same statement looks for our own tables, because another
// process may be creating them at this moment.
const findings = sql<{ foreign: string | null; encoding: string }>`
  with tables as (
    select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p')
  )
  select current_setting('server_encoding') as encoding, (
    select min(relname::text) from tables
    where not exists (select 1 from tables where relname = 'kysely_migration')
      and not exists (select 1 from pg_depend d where d.objid = tables.oid and d.deptype = 'e')
  ) as "foreign"`
