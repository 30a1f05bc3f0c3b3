import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { findBackupFile, pathOf } from '#server/features/backups/backup-files.ts'
import { CommandRefusal } from './command.ts'

/** The path of the backup that was named: by a path, or by its name among the server's own. */
export async function findGivenFile(config: Config, [name]: string[]): Promise<string> {
  if (!name) throw new CommandRefusal('Please name the backup, such as: npm run verify -- backup.zip')
  if (await findBackupFile(config, name)) return pathOf(config, name)
  const path = resolve(name)
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (!exists) throw new CommandRefusal(`There is no file ${path}, and no backup of that name.`)
  return path
}
