import { sql } from 'kysely'
import { allowedDomains } from '#kit/rules/addresses/email-domains.ts'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { type BackupSchedule, backupSchedules, type SettingKey, settings } from '../contract.ts'
import { parseTeamNames } from '../team-names.ts'

/** The stored value, or null if the key was never set, so that its default applies. */
async function readSetting(db: Db, key: SettingKey): Promise<string | null> {
  return (await find(db, 'systemSettings', { key }))?.value ?? null
}

/** The value of a numeric setting; its default if the stored value is invalid. */
export async function readNumberSetting(
  db: Db,
  key: 'favorites_limit' | 'backups_kept' | 'avoid_days' | 'audit_months',
): Promise<number> {
  const { schema, default: value } = settings[key]
  return Number(schema.safeParse(await readSetting(db, key)).data ?? value)
}

export async function readTeamRatingNames(db: Db): Promise<string[]> {
  return parseTeamNames(await readSetting(db, 'team_rating_names'))
}

/** Keeps all settings unchanged until the transaction ends. On SQLite write transactions take turns anyway. */
export async function lockSettingsForReading(tx: Db): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table "systemSettings" in share mode`.execute(tx)
}

/** Makes changes of settings wait for each other, and for transactions that called `lockSettingsForReading`. */
export async function lockSettingsForChanging(tx: Db): Promise<void> {
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

/** How often scheduled backups are made, and how many of them are kept. */
export async function readBackupSettings(db: Db): Promise<{ schedule: BackupSchedule; keep: number }> {
  const chosen = await readSetting(db, 'backup_schedule')
  const schedule = backupSchedules.find(known => known === chosen) ?? 'daily'
  return { schedule, keep: await readNumberSetting(db, 'backups_kept') }
}
