import { readdir } from 'node:fs/promises'
import { afterEach, expect } from 'vitest'
import { schema } from '#app/tables.ts'
import { deleteBackup, listBackups, uploadBackup } from '#features/backups/contract.ts'
import { backupFolder } from '#features/backups/server/backup-files.ts'
import { dataEntry, latestMigration, sha256 } from '#features/backups/server/format/backup-format.ts'
import { countOpenUploads, listsOpenFiles } from '#tests/support/calls/open-uploads.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { fillWithSamples } from '#tests/support/samples/sample-data.ts'
import { startApp } from '#tests/support/start-app.ts'
import { backupsOf } from './backups.ts'

export type Row = Record<string, unknown>
export type Tables = { [table: string]: Row[] }

/**
 * A server to which tests upload backups of all kinds. After each test, it checks that the data is unchanged and that
 * no temporary files are left in the folder, nor open.
 */
export async function startBackupTarget() {
  const app = await startApp()
  await fillWithSamples(app)
  const root = app.as(await app.superUser())
  const { backUp, download } = backupsOf(root)
  const [json, zip] = [await download(await backUp()), await download(await backUp(true))]
  const upload = (content: Buffer | string) => root.call(uploadBackup, { file: new Blob([content as never]) })
  const listUploads = async () =>
    (await root.call(listBackups)).body.filter(({ kind }) => kind === 'uploaded')
  const removeUploads = async () => {
    for (const { filename } of await listUploads()) await root.call(deleteBackup, { params: { filename } })
  }

  const documentWith = (change: (tables: Tables) => void, top: object = {}) => rewritten(json, change, top)
  const data = Buffer.from(documentWith(() => undefined))
  /** A manifest that is valid for an archive with only `document`, except for the given fields. */
  const manifest = (fields: object = {}) => {
    const sums = { [dataEntry]: sha256(data) }
    const text = JSON.stringify({ ...header, entries: sums, images: [], ...fields })
    return { name: 'manifest.json', bytes: Buffer.from(text) }
  }
  const expectRejected = async (content: Buffer | string, status = 400) => {
    const reply = await upload(content)
    expect([reply.status, reply.message]).toEqual([status, expect.stringMatching(/^The backup .*\.$/)])
    expect(await listUploads()).toEqual([])
    return reply
  }

  const { auditLogs: _, ...before } = await digestOf(app.db)
  afterEach(async () => {
    const { auditLogs: _now, ...after } = await digestOf(app.db)
    expect(after).toEqual(before)
    const left = (await readdir(backupFolder(app.deps.config))).filter(name => name.startsWith('.'))
    expect(left).toEqual([])
    if (listsOpenFiles) await expect.poll(() => countOpenUploads(app.dataDir)).toBe(0)
    await removeUploads()
  })
  return {
    root,
    /** Two real backups of this server. */
    json,
    zip,
    upload,
    listUploads,
    removeUploads,
    expectRejected,
    documentWith,
    document: { name: dataEntry, bytes: data },
    manifest,
  }
}

export const header = {
  format: 'common-table-backup',
  version: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  appVersion: '1',
  migration: latestMigration(schema),
} as const

/** Changes the rows of a backup without pictures, and gives it a valid checksum regardless of its contents. */
export function rewritten(backup: Buffer, change: (tables: Tables) => void, top: object = {}): string {
  const { header, tables } = readBackup(backup)
  change(tables)
  const lines = Object.entries(tables).flatMap(([table, rows]) =>
    Array.isArray(rows) ? [{ table, rows: rows.length }, ...rows] : [{ table, rows }],
  )
  const text = [{ ...header, ...top }, ...lines].map(line => `${JSON.stringify(line)}\n`).join('')
  return `${text}${JSON.stringify({ sha256: sha256(text) })}\n`
}

export function readBackup(backup: Buffer): { header: Row; tables: Tables } {
  const [header = {}, ...lines] = backup
    .toString('utf8')
    .split('\n')
    .slice(0, -2)
    .map(line => JSON.parse(line) as Row)
  const tables: Tables = {}
  while (lines.length > 0) {
    const { table, rows } = lines.shift() as { table: string; rows: number }
    tables[table] = lines.splice(0, rows)
  }
  return { header, tables }
}
