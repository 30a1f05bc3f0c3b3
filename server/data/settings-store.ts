import { type Insertable, type Selectable, sql } from 'kysely'
import { type BackupSchedule, backupSchedules, type SettingKey } from '#contract/settings.ts'
import { allowedDomains } from '#domain/email-domains.ts'
import { defaultTeamNames, parseTeamNames } from '#domain/team-ratings.ts'
import { engineOf } from '#server/database/dialect.ts'
import type { Database, Db } from '#server/database/schema.ts'

/** The stored value, or null where nobody has set the key yet: then its default holds. */
export async function readSetting(db: Db, key: SettingKey): Promise<string | null> {
  const row = await db.selectFrom('systemSettings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function findSetting(db: Db, key: SettingKey): Promise<SettingRow | undefined> {
  return db.selectFrom('systemSettings').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function putSetting(db: Db, setting: Insertable<Database['systemSettings']>): Promise<void> {
  const { key: _, ...changes } = setting
  await db
    .insertInto('systemSettings')
    .values(setting)
    .onConflict(conflict => conflict.column('key').doUpdateSet(changes))
    .execute()
}

/** What holds for a key that nobody has set. */
export function defaultSetting(key: SettingKey, orgEmailDomain: string): string {
  return {
    domain_whitelist: orgEmailDomain,
    registration_enabled: 'true',
    registration_message: `Register with your @${orgEmailDomain} e-mail address.`,
    favorites_limit: String(defaultFavoritesLimit),
    team_rating_names: defaultTeamNames.join('\n'),
    backup_schedule: 'daily',
    backups_kept: String(defaultBackupsKept),
  }[key]
}

/** How many favourites a user may keep. */
export async function readFavoritesLimit(db: Db): Promise<number> {
  const limit = Number(await readSetting(db, 'favorites_limit'))
  return Number.isInteger(limit) && limit >= 1 && limit <= 1000 ? limit : defaultFavoritesLimit
}

export async function readTeamRatingNames(db: Db): Promise<string[]> {
  return parseTeamNames(await readSetting(db, 'team_rating_names'))
}

/** Keeps all settings as they are until the transaction ends. On SQLite write transactions take turns anyway. */
export async function holdSettings(tx: Db): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table "systemSettings" in share mode`.execute(tx)
}

/** Settings are changed one after the other, and by nobody while somebody holds them. */
export async function takeTurnAtSettings(tx: Db): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`lock table "systemSettings" in share row exclusive mode`.execute(tx)
}

/** Only the text 'false' turns registration off. */
export async function readRegistrationEnabled(db: Db): Promise<boolean> {
  return (await readSetting(db, 'registration_enabled')) !== 'false'
}

export async function readAllowedDomains(db: Db, orgEmailDomain: string): Promise<string[]> {
  return allowedDomains((await readSetting(db, 'domain_whitelist')) ?? '', orgEmailDomain)
}

/** How often a scheduled backup is made, and how many of them stay. */
export async function readBackupSettings(db: Db): Promise<{ schedule: BackupSchedule; keep: number }> {
  const wish = await readSetting(db, 'backup_schedule')
  const keep = Number((await readSetting(db, 'backups_kept')) ?? defaultBackupsKept)
  return {
    schedule: backupSchedules.find(known => known === wish) ?? 'daily',
    keep: keep >= 1 ? keep : defaultBackupsKept,
  }
}

const defaultFavoritesLimit = 50
const defaultBackupsKept = 14

type SettingRow = Selectable<Database['systemSettings']>
