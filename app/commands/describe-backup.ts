import { tables } from '#app/tables.ts'
import type { StagedBackup } from '#features/backups/server/format/stage-backup.ts'
import { countTables } from '#features/backups/server/format/table-rows.ts'
import type { BackupTable } from '#kit/server/database/schema.ts'

/** Prints the contents of a backup. */
export async function describeBackup({ db, header }: StagedBackup): Promise<void> {
  const counts = await countTables(db, tables)
  console.log(`A backup of ${header.createdAt}, written by version ${header.appVersion}, with`)
  for (const table of shown) console.log(`${String(counts[table]).padStart(9)}  ${words[table]}`)
}

const words = {
  users: 'users',
  restaurants: 'restaurants',
  ratings: 'ratings',
  favorites: 'favorites',
  campuses: 'campuses',
  departments: 'departments',
  systemAlerts: 'system alerts',
  auditLogs: 'entries of the audit log',
} satisfies Partial<Record<BackupTable, string>>

const shown = Object.keys(words) as (keyof typeof words)[]
