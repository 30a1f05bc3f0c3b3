import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { UnusableDatabaseError } from './connection/open.ts'
import { engineOf, isForbidden, isLockedOut } from './drivers/dialect.ts'
import type { Database, Schema } from './schema.ts'
import { trackVersions } from './versions.ts'

/**
 * Brings the schema up to date, completely or not at all. Several processes may call it at the same time.
 * Rejects a newer database.
 */
export async function migrate(db: Kysely<Database>, { tables, migrations }: Schema): Promise<void> {
  const schema = await findSchema(db)
  const applied = await appliedMigrations(db)
  if (applied === null) await requireOwnDatabase(db)
  const unknown = (applied ?? []).filter(name => !(name in migrations))
  if (unknown.length > 0) {
    throw new UnusableDatabaseError(
      `The database was written by a newer version of the program (it has ${unknown.join(', ')}). ` +
        'Install that version or a later one. Nothing was changed.',
    )
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Otherwise it takes the tables of another schema, such as a trial installation's, for its own.
    ...(schema !== null && { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (isForbidden(error)) {
    throw new UnusableDatabaseError(
      `DATABASE_URL: the tables can't be created or changed (${error.message}). ` +
        'Make the user that it names the owner of the database and of its tables. Nothing was changed.',
    )
  }
  if (isLockedOut(error)) {
    throw new UnusableDatabaseError(
      'DATABASE_URL: another process is using the tables that must be changed: a server of an earlier version, or a backup. ' +
        'Nothing was changed. Try again once it is done.',
    )
  }
  if (error) throw error
  await trackVersions(db, tables)
}

/** The schema that holds our tables; null on SQLite, and if PostgreSQL's search path names none that exists. */
async function findSchema(db: Kysely<Database>): Promise<string | null> {
  if (engineOf(db) === 'sqlite') return null
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? null
}

/** Null if the database has none of our tables yet. */
async function appliedMigrations(db: Kysely<Database>): Promise<string[] | null> {
  const { rows: tables } = await (engineOf(db) === 'postgres'
    ? sql`select from pg_class where relname = 'kysely_migration'
        and relnamespace = (select oid from pg_namespace where nspname = current_schema())`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
  ).execute(db)
  if (tables.length === 0) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(row => row.name)
}

/**
 * Refuses to start a new installation in a PostgreSQL database that belongs to another program or can't store
 * every letter. Only reads. SQLite files identify their program themselves.
 */
async function requireOwnDatabase(db: Kysely<Database>): Promise<void> {
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
