import { access, constants, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { findBackupFile, pathOf } from '#features/backups/server/backup-files.ts'
import type { Config } from '#kit/server/config/config.ts'
import { CommandError } from './command.ts'

/** The path of the backup in the arguments, given either as a path or as the name of one of the server's backups. */
export async function backupPathFromArgs(
  command: 'restore' | 'verify',
  config: Config,
  [name, ...rest]: string[],
): Promise<string> {
  if (!name || name.startsWith('-') || rest.length > 0)
    throw new CommandError(`Please give the name of one backup: npm run ${command} -- backup.zip`)
  if (await findBackupFile(config, name)) return pathOf(config, name)
  const path = resolve(name)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new CommandError(`There is no file ${path}, and no backup of that name.`)
  await access(path, constants.R_OK).catch(() => {
    throw new CommandError(`${path} can't be read. Run this as the user that the server runs as.`)
  })
  return path
}
