import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { engineOf, isForbidden, isLockedOut } from './dialect.ts'
import { migration0001 } from './migrations/0001-first.ts'
import { migration0002 } from './migrations/0002-trash.ts'
import { migration0003 } from './migrations/0003-leases.ts'
import { migration0004 } from './migrations/0004-distances.ts'
import { migration0005 } from './migrations/0005-backup-runs.ts'
import { migration0006 } from './migrations/0006-changes.ts'
import { migration0007 } from './migrations/0007-places.ts'
import { migration0008 } from './migrations/0008-deliveries.ts'
import { migration0009 } from './migrations/0009-versions.ts'
import { migration0010 } from './migrations/0010-restore-runs.ts'
import { migration0011 } from './migrations/0011-lunches.ts'
import { migration0012 } from './migrations/0012-visits-and-taste.ts'
import { migration0013 } from './migrations/0013-rating-order.ts'
import { migration0014 } from './migrations/0014-suggestions.ts'
import { migration0015 } from './migrations/0015-locating.ts'
import { migration0016 } from './migrations/0016-rating-time.ts'
import { migration0017 } from './migrations/0017-single-sign-on.ts'
import { migration0018 } from './migrations/0018-passkeys.ts'
import { migration0019 } from './migrations/0019-calendar-and-reminders.ts'
import { migration0020 } from './migrations/0020-chat.ts'
import { migration0021 } from './migrations/0021-overview.ts'
import { migration0022 } from './migrations/0022-import-runs.ts'
import { migration0023 } from './migrations/0023-comments.ts'
import { migration0024 } from './migrations/0024-reminder-chosen.ts'
import { migration0025 } from './migrations/0025-comments-in-index.ts'
import { migration0026 } from './migrations/0026-made-up-addresses.ts'
import { migration0027 } from './migrations/0027-counters-of-users.ts'
import { migration0028 } from './migrations/0028-geocoder-of-results.ts'
import { migration0031 } from './migrations/0031-servers-of-deliveries.ts'
import { migration0032 } from './migrations/0032-access-tokens.ts'
import { migration0033 } from './migrations/0033-push.ts'
import { migration0038 } from './migrations/0038-times-of-changes.ts'
import { migration0039 } from './migrations/0039-standing-lunches.ts'
import { migration0040 } from './migrations/0040-diets-at-lunches.ts'
import { migration0041 } from './migrations/0041-versions-of-edits.ts'
import { migration0042 } from './migrations/0042-given-up-deliveries.ts'
import { migration0043 } from './migrations/0043-distance-failures.ts'
import { migration0044 } from './migrations/0044-letters-of-domains.ts'
import { UnusableDatabaseError } from './open.ts'
import { requireOwnDatabase } from './require-own-database.ts'
import type { Database } from './schema.ts'
import { trackVersions } from './versions.ts'

export const migrations: Record<string, Migration> = {
  '0001-first': migration0001,
  '0002-trash': migration0002,
  '0003-leases': migration0003,
  '0004-distances': migration0004,
  '0005-backup-runs': migration0005,
  '0006-changes': migration0006,
  '0007-places': migration0007,
  '0008-deliveries': migration0008,
  '0009-versions': migration0009,
  '0010-restore-runs': migration0010,
  '0011-lunches': migration0011,
  '0012-visits-and-taste': migration0012,
  '0013-rating-order': migration0013,
  '0014-suggestions': migration0014,
  '0015-locating': migration0015,
  '0016-rating-time': migration0016,
  '0017-single-sign-on': migration0017,
  '0018-passkeys': migration0018,
  '0019-calendar-and-reminders': migration0019,
  '0020-chat': migration0020,
  '0021-overview': migration0021,
  '0022-import-runs': migration0022,
  '0023-comments': migration0023,
  '0024-reminder-chosen': migration0024,
  '0025-comments-in-index': migration0025,
  '0026-made-up-addresses': migration0026,
  '0027-counters-of-users': migration0027,
  '0028-geocoder-of-results': migration0028,
  '0031-servers-of-deliveries': migration0031,
  '0032-access-tokens': migration0032,
  '0033-push': migration0033,
  '0038-times-of-changes': migration0038,
  '0039-standing-lunches': migration0039,
  '0040-diets-at-lunches': migration0040,
  '0041-versions-of-edits': migration0041,
  '0042-given-up-deliveries': migration0042,
  '0043-distance-failures': migration0043,
  '0044-letters-of-domains': migration0044,
}

/**
 * Brings the schema up to date, completely or not at all. Several processes may call it at the same time.
 * Rejects a newer database.
 */
export async function migrate(db: Kysely<Database>, known = migrations): Promise<void> {
  const schema = await findSchema(db)
  const applied = await appliedMigrations(db)
  if (applied === null) await requireOwnDatabase(db)
  const unknown = (applied ?? []).filter(name => !(name in known))
  if (unknown.length > 0) {
    throw new UnusableDatabaseError(
      `The database was written by a newer version of the program (it has ${unknown.join(', ')}). ` +
        'Install that version or a later one. Nothing was changed.',
    )
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
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
  await trackVersions(db)
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
