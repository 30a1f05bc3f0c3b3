import { UnusableDatabaseError } from '#kit/server/database/connection/open.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { backupFolder, listBackupFiles, pathOf } from '../backup-files.ts'

/**
 * Refuses to start a new installation if there are backups of an older one: its database was most likely lost, or
 * DATABASE_URL or DATA_DIR points to the wrong place.
 */
export async function rejectLostDatabase({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  // An installation always has its primary admin.
  if (await find(db, 'users', { isPrimaryAdmin: true })) return
  const files = await listBackupFiles(config).catch(error => {
    throw new UnusableDatabaseError(`DATA_DIR: ${backupFolder(config)} can't be read (${error.message}).`)
  })
  // A safety backup may be one of the empty database, made by a failed restore.
  const latest = files.find(({ kind }) => kind !== 'safety') ?? files[0]
  if (!latest) return
  throw new UnusableDatabaseError(
    `The database is empty, but there are backups: the latest is ${pathOf(config, latest.filename)}.
To get the data back:  npm run restore -- ${latest.filename}
To start over instead: move the folder ${backupFolder(config)} away.`,
  )
}
