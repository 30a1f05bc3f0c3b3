import { constants } from 'node:fs'
import { access, open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { AuditAction } from '#features/audit/contract.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Db, Schema } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { limitConcurrency } from '#kit/server/jobs/concurrency-limit.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import {
  type Backup,
  type BackupCounts,
  createBackup,
  deleteBackup,
  downloadBackup,
  getBackupStatus,
  inspectBackup,
  listBackups,
  listRestores as listRestoresCall,
  restoreBackup,
  uploadBackup,
} from '../contract.ts'
import {
  fileLeaseName,
  findBackupFile,
  listBackupFiles,
  pathOf,
  publishBackupFile,
  removeBackupFile,
} from './backup-files.ts'
import type { Counts } from './format/backup-format.ts'
import { withStagedBackup } from './format/stage-backup.ts'
import { countTables } from './format/table-rows.ts'
import { makeBackup } from './make-backup.ts'
import { listSignInAgain } from './restore/keep-accounts.ts'
import { listRestores, restoreFrom } from './restore/restore-backup.ts'
import { readBackupStatus } from './schedule/backup-status.ts'

/** Further uploads are rejected, because callers decide their size and they are never removed automatically. */
const maxUploads = 20

export function backupsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, now, diskReserve } = deps
  // Each task reads or writes the whole database: run one at a time, with a short queue.
  const inTurn = limitConcurrency({ concurrency: 1, maxQueue: 4 })

  const requireBackup = async (filename: string): Promise<Backup> => {
    const file = await findBackupFile(config, filename)
    if (!file) throw notFound('There is no such backup')
    return file
  }
  /** Lets `read` use a backup that the server may read. Whatever fails because it was deleted meanwhile is a 404. */
  const withBackup = async <T>(filename: string, read: (file: Backup) => Promise<T>): Promise<T> => {
    const file = await requireBackup(filename)
    try {
      await access(pathOf(config, filename), constants.R_OK)
      return await read(file)
    } catch (error) {
      await requireBackup(filename)
      throw error
    }
  }

  const record = (action: AuditAction, filename: string, by: Actor) =>
    recordAudit(db, { action, details: { filename }, by, time: now().toISOString() })

  serve(app, listBackups, async () => listBackupFiles(config))

  serve(app, getBackupStatus, async () => readBackupStatus(deps))

  serve(app, listRestoresCall, async () => listRestores(deps))

  serve(app, downloadBackup, async call =>
    withBackup(call.params.filename, async ({ filename, size }) => {
      await record('BACKUP_DOWNLOADED', filename, call)
      const file = await open(pathOf(config, filename))
      call.reply.headers({
        'content-disposition': `attachment; filename="${filename}"`,
        'content-length': size,
        'cache-control': 'no-store',
      })
      return file.createReadStream() as unknown as Uint8Array
    }),
  )

  serve(app, inspectBackup, async call =>
    withBackup(call.params.filename, ({ filename }) =>
      inTurn(() =>
        withStagedBackup(deps, pathOf(config, filename), async ({ db: staged, header }) => ({
          filename,
          createdAt: header.createdAt,
          version: header.version,
          appVersion: header.appVersion,
          counts: await countsOf(staged, deps.schema),
          now: await countsOf(db, deps.schema),
          signInAgain: await listSignInAgain(db, staged),
        })),
      ),
    ),
  )

  serve(app, createBackup, async call => {
    const filename = await inTurn(() => makeBackup(deps, call.body.includeImages, call))
    return requireBackup(filename)
  })

  serve(app, uploadBackup, async call => {
    const uploads = (await listBackupFiles(config)).filter(({ kind }) => kind === 'uploaded')
    if (uploads.length >= maxUploads)
      throw conflict(`At most ${maxUploads} uploaded backups are kept. Please delete one first.`)
    const { path } = call.file
    const extension = await inTurn(() => withStagedBackup(deps, path, async staged => staged.extension))
    const filename = await publishBackupFile(config, path, { kind: 'uploaded', extension, time: now() })
    await record('BACKUP_UPLOADED', filename, call)
    return requireBackup(filename)
  })

  serve(app, restoreBackup, async call => {
    const { safetyBackup, counts } = await withBackup(call.params.filename, ({ filename }) =>
      restoreFrom(deps, pathOf(config, filename), call),
    )
    return { message: 'Database restored successfully', safetyBackup, counts: await withImages(db, counts) }
  })

  serve(app, deleteBackup, async call => {
    const { filename } = await requireBackup(call.params.filename)
    const remove = () =>
      withLease(deps, fileLeaseName(filename), async () => {
        await record('BACKUP_DELETED', filename, call)
        await removeBackupFile(config, filename)
      })
    const outcome = await diskReserve.use(remove)
    if (outcome === 'taken')
      throw conflict('This backup is being restored. Please wait until that has finished.')
  })
}

const countsOf = async (db: Db, { tables }: Schema): Promise<BackupCounts> =>
  withImages(db, await countTables(db, tables))

async function withImages(db: Db, counts: Counts): Promise<BackupCounts> {
  return { ...counts, images: await countRows(db.selectFrom('images')) }
}
