import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, lstat, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#kit/server/config/config.ts'
import { nameNewFile, restrictFile } from '#kit/server/database/connection/name-new-file.ts'
import { isDiskFull, isFileForbidden } from '#kit/server/database/drivers/dialect.ts'
import { diskFull, fileForbidden, folderReason } from '#kit/server/http/errors.ts'
import { requireSpace } from '#kit/server/http/limits/free-space.ts'
import { makeFolder } from '#kit/server/make-folder.ts'
import type { Backup, BackupKind } from '../contract.ts'

type FolderConfig = Pick<Config, 'dataDir'>

export const backupFolder = ({ dataDir }: FolderConfig) => join(dataDir, 'backups')

// Only these names are accepted, so that none can point outside the folder.
const namePattern =
  /^(backup|scheduled|safety|uploaded)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-\d{1,3})?\.(json|zip)$/

/** The lease to hold while using a backup file, so that it isn't deleted in the meantime. */
export const fileLeaseName = (filename: string) => `backup ${filename}`

/** All backups, latest first. */
export async function listBackupFiles(config: FolderConfig): Promise<Backup[]> {
  const names = await readdir(backupFolder(config)).catch(ifMissing([]))
  const files = await Promise.all(names.map(filename => findBackupFile(config, filename)))
  return files
    .filter(file => file !== undefined)
    .sort((a, b) => compare(b.timestamp, a.timestamp) || numberOf(b) - numberOf(a))
}

/** Finds a backup by its name; undefined if there is none or the name isn't valid. */
export async function findBackupFile(config: FolderConfig, filename: string): Promise<Backup | undefined> {
  const [, kind, day, hour, minute, second, millisecond, extension] = namePattern.exec(filename) ?? []
  if (kind === undefined) return undefined
  // Symbolic links are rejected: the target could be any file on this machine.
  const found = await lstat(pathOf(config, filename)).catch(ifMissing(undefined))
  if (!found?.isFile()) return undefined
  return {
    filename,
    kind: kind as BackupKind,
    timestamp: `${day}T${hour}:${minute}:${second}.${millisecond}Z`,
    size: found.size,
    hasImages: extension === 'zip',
    isReadable: await isReadable(pathOf(config, filename)),
  }
}

const isReadable = (path: string) =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  )

/** What keeps the server from using its backups, for its administrators; null if nothing does. */
export async function findFolderProblem(config: FolderConfig): Promise<string | null> {
  try {
    await makeFolder(backupFolder(config))
    await access(backupFolder(config), constants.R_OK | constants.W_OK | constants.X_OK)
    const unreadable = (await listBackupFiles(config)).filter(file => !file.isReadable)
    return unreadable.length === 0
      ? null
      : `${unreadable.map(({ filename }) => filename).join(', ')} can’t be read: ${folderReason()}`
  } catch (error) {
    if (!isFileForbidden(error)) throw error
    return `The backups folder can’t be read or written: ${folderReason(error.code)}`
  }
}

export const pathOf = (config: FolderConfig, filename: string) => join(backupFolder(config), filename)

/**
 * Writes a stream to a new backup file, which gets its name only once it is complete and on the disk. Throws 507 if
 * the disk is too full, and rethrows the stream's errors.
 */
export async function storeBackupFile(
  config: FolderConfig,
  { kind, extension, time }: { kind: BackupKind; extension: 'json' | 'zip'; time: Date },
  open: () => Readable,
): Promise<string> {
  const draft = pathOf(config, `.draft-${randomUUID()}`)
  try {
    await requireSpace(backupFolder(config))
    await pipeline(open(), createWriteStream(draft, { mode: 0o600, flush: true }))
    return await publishBackupFile(config, draft, { kind, extension, time })
  } catch (error) {
    throw isDiskFull(error) ? diskFull() : isFileForbidden(error) ? fileForbidden(error) : error
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Moves a finished file in this folder to a new backup name. */
export async function publishBackupFile(
  config: FolderConfig,
  draft: string,
  { kind, extension, time }: { kind: BackupKind; extension: 'json' | 'zip'; time: Date },
): Promise<string> {
  restrictFile(draft)
  const moment = time.toISOString().slice(0, -1).replaceAll(/[:.]/g, '-')
  for (let count = 0; ; count += 1) {
    const filename = `${kind}-${moment}Z${count === 0 ? '' : `-${count}`}.${extension}`
    // There may be another backup of the same moment.
    if (!nameNewFile(draft, pathOf(config, filename))) continue
    await syncFolder(config)
    return filename
  }
}

export async function removeBackupFile(config: FolderConfig, filename: string): Promise<void> {
  await rm(pathOf(config, filename), { force: true })
  await syncFolder(config)
}

/** Our own temporary files. Other hidden files belong to other programs, such as one that copies the folder. */
const isDraft = (name: string) => /^\.(draft|upload|work)-/.test(name)

/** Removes temporary files left behind by processes that died while writing. */
export async function removeDrafts(config: FolderConfig, olderThan: Date): Promise<void> {
  const names = await readdir(backupFolder(config)).catch(ifMissing([]))
  for (const name of names.filter(isDraft)) {
    const path = pathOf(config, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtime < olderThan) await rm(path, { recursive: true, force: true })
  }
}

/** Creates an empty folder next to the backups for temporary files. The caller must remove it. */
export async function makeWorkFolder(config: FolderConfig): Promise<string> {
  const path = pathOf(config, `.work-${randomUUID()}`)
  await makeFolder(path)
  return path
}

// A new name is safely on the disk only after its folder has been synced.
async function syncFolder(config: FolderConfig): Promise<void> {
  const handle = await open(backupFolder(config), 'r')
  await handle.sync().finally(() => handle.close())
}

const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }

/** Distinguishes backups made in the same millisecond. */
const numberOf = ({ filename }: Backup) => Number(/Z-(\d+)\./.exec(filename)?.[1] ?? 0)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
