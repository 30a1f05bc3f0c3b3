// On both engines: backups, races.
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditLogs } from '#features/audit/contract.ts'
import { deleteRestaurant, getRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { withLease } from '#kit/server/jobs/lease.ts'
import { readBackup } from '#tests/support/backups/backup-target.ts'
import { backupsOf } from '#tests/support/backups/backups.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { fillWithSamples } from '#tests/support/samples/sample-data.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createBackup, deleteBackup, inspectBackup, listBackups, restoreBackup } from '../contract.ts'
import { backupFolder, fileLeaseName } from './backup-files.ts'

const app = await startApp()
const { db } = app
const samples = await fillWithSamples(app)
const chief = await app.superUser()
let root = app.as(chief)

const create = async (includeImages = true) => {
  const { body, status } = await root.call(createBackup, { body: { includeImages } })
  expect(status).toBe(201)
  return body
}
const restore = (filename: string) => root.call(restoreBackup, { params: { filename } })
const names = async () => (await root.call(listBackups)).body.map(({ filename }) => filename)

describe('a backup', () => {
  const exe = 'backup-2026-01-01T00-00-00-000Z.json.exe'
  test.each([
    [false, 'json'],
    [true, 'zip'],
  ])('with images %s is written, listed, downloaded and deleted [T-91]', async (includeImages, extension) => {
    const made = await create(includeImages)
    expect(made).toMatchObject({ kind: 'backup', hasImages: includeImages, size: expect.any(Number) })
    expect(made.filename).toMatch(new RegExp(`^backup-20\\d\\d-[\\d-]+T[\\d-]+Z(-\\d+)?\\.${extension}$`))
    expect((await root.call(listBackups)).body[0]).toEqual(made)
    const path = join(backupFolder(app.deps.config), made.filename)
    expect((await stat(path)).mode & 0o777).toBe(0o600)

    const download = await root.fetch(`/api/backup/${made.filename}`)
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${made.filename}"`)
    expect(download.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await download.arrayBuffer())).toEqual(await readFile(path))
    const [entry] = (await root.call(listAuditLogs, { query: { action: 'BACKUP_DOWNLOADED' } })).body
    expect([entry?.userId, JSON.parse(entry?.details ?? '')]).toEqual([chief.id, { filename: made.filename }])

    expect((await root.call(deleteBackup, { params: { filename: made.filename } })).status).toBe(204)
    expect(await names()).not.toContain(made.filename)
    expect((await root.fetch(`/api/backup/${made.filename}`)).status).toBe(404)
  })

  test('contains neither sessions nor tokens, and its contents can be inspected [T-12 T-91]', async () => {
    const { filename } = await create(false)
    const backup = await backupsOf(root).download(filename)
    const { header, tables } = readBackup(backup)
    expect(header).toMatchObject({
      format: 'common-table-backup',
      version: 2,
      appVersion: app.deps.config.version,
    })
    const { tokenHash } = await db.selectFrom('sessions').select('tokenHash').executeTakeFirstOrThrow()
    expect(backup.includes(tokenHash)).toBe(false)

    const { body } = await root.call(inspectBackup, { params: { filename } })
    expect(body.counts).toEqual({ ...body.now, images: 0, auditLogs: body.now.auditLogs - 2 })
    expect(body.counts.users).toBe(tables.users?.length)
  })

  const outside =
    '..%2fsecret.json ..%2f..%2fetc%2fpasswd ..%5csecret.json %252e%252e%252fx.json %2fetc%2fpasswd'
  const others = `%2e%2e a%00.json .hidden.json common-table.db ${exe} ${'a'.repeat(290)}.json`
  test.each(`${outside} ${others}`.split(' '))('cannot have the name %s [T-90]', async name => {
    // The files that these names could lead to exist.
    await writeFile(join(app.dataDir, 'secret.json'), '{}')
    const beside = ['.hidden.json', exe].map(other => join(backupFolder(app.deps.config), other))
    for (const path of beside) await writeFile(path, '{}')
    for (const [method, path] of [
      ['GET', `/api/backup/${name}`],
      ['GET', `/api/backup/${name}/contents`],
      ['DELETE', `/api/backup/${name}`],
      ['POST', `/api/backup/restore/${name}`],
    ] as const)
      expect([404, 400]).toContain((await root.fetch(path, { method })).status)
    expect(await readFile(join(app.dataDir, 'secret.json'), 'utf8')).toBe('{}')
    for (const path of beside) await rm(path)
  })

  test('cannot be a symbolic link planted in the folder [T-90]', async () => {
    const name = 'backup-2020-01-01T00-00-00-000Z.json'
    await symlink('/etc/passwd', join(backupFolder(app.deps.config), name))
    expect(await names()).not.toContain(name)
    expect((await root.fetch(`/api/backup/${name}`)).status).toBe(404)
  })
})

describe('a restore', () => {
  beforeAll(async () => {
    expect(await storedTallies(db)).toEqual(await trueTallies(db))
  })

  test.each([true, false])(
    'brings everything back as it was (with images %s) [T-97]',
    async includeImages => {
      const { filename } = await create(includeImages)
      const before = await digestOf(db)
      await db.deleteFrom('ratings').execute()
      await db.updateTable('users').set({ firstName: 'Somebody' }).execute()
      await db.updateTable('restaurants').set({ disabled: true, name: 'Nameless' }).execute()
      await db.deleteFrom('trash').execute()
      await app.restaurant()
      const newcomer = await app.user()
      if (includeImages) await db.deleteFrom('images').execute()

      const { status, body } = await restore(filename)
      expect(status).toBe(200)
      expect(body.message).toBe('Database restored successfully')
      const after = await digestOf(db)
      expect({ ...after, auditLogs: '' }).toEqual({ ...before, auditLogs: '' })
      expect(await storedTallies(db)).toEqual(await trueTallies(db))
      expect(await db.selectFrom('users').select('id').where('id', '=', newcomer.id).execute()).toEqual([])

      expect((await root.fetch('/api/user')).status).toBe(200)
      expect((await app.as(null).fetch('/api/user')).status).toBe(401)
      expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
      const { body: log } = await root.call(listAuditLogs, {
        query: { action: 'BACKUP_RESTORED', limit: '1' },
      })
      expect(log[0]).toMatchObject({ userId: chief.id })
      expect(JSON.parse(log[0]?.details ?? '')).toMatchObject({ filename, safetyBackup: body.safetyBackup })
    },
  )

  test('can be undone by restoring its safety backup [T-100]', async () => {
    const { filename } = await create()
    const newcomer = await app.restaurant({ name: 'After the backup' })
    const before = await digestOf(db)
    const { body } = await restore(filename)
    expect((await digestOf(db)).restaurants).not.toBe(before.restaurants)
    expect((await names())[0]).toBe(body.safetyBackup)
    expect((await restore(body.safetyBackup)).status).toBe(200)
    expect({ ...(await digestOf(db)), auditLogs: '' }).toEqual({ ...before, auditLogs: '' })
    expect((await root.fetch(`/api/restaurants/${newcomer.id}`)).status).toBe(200)
  })

  test('brings back the trash, whose items can be restored with their pictures', async () => {
    const { filename } = await create()
    await db.deleteFrom('trash').execute()
    await restore(filename)
    const { toDelete } = samples
    const { body } = await root.call(restoreTrash, { body: { kind: 'restaurant', ids: [toDelete.id] } })
    expect(body).toEqual({ count: 1, skipped: [] })
    const restored = await root.call(getRestaurant, { params: { id: toDelete.id } })
    expect((await root.fetch(restored.body.imageUrl ?? '')).status).toBe(200)
  })

  test('never gives new rows ids that were used before [T-96]', async () => {
    const { filename } = await create(false)
    const { id } = await app.restaurant()
    await restore(filename)
    expect((await app.restaurant()).id).toBeGreaterThan(id)
  })

  test('drops references to pictures that neither a JSON backup nor the database has, also in the trash', async () => {
    const { toDelete } = samples
    await root.call(deleteRestaurant, { params: { id: toDelete.id } })
    const pictureOf = (id: number) =>
      db.selectFrom('restaurants').select('imageHash').where('id', '=', id).executeTakeFirstOrThrow()
    const kept = await pictureOf(samples.open.id)
    const { filename } = await create(false)
    await db.updateTable('users').set({ imageHash: null }).execute()
    await db
      .deleteFrom('images')
      .where('hash', '!=', kept.imageHash ?? '')
      .execute()
    expect((await restore(filename)).status).toBe(200)
    const withImage = await db.selectFrom('users').select('id').where('imageHash', 'is not', null).execute()
    expect(withImage).toEqual([])
    expect(await pictureOf(samples.open.id)).toEqual(kept)
    await root.call(restoreTrash, { body: { kind: 'restaurant', ids: [toDelete.id] } })
    expect(await pictureOf(toDelete.id)).toEqual({ imageHash: null })
  })

  test('runs one at a time, and its file cannot be deleted in the meantime [T-99]', async () => {
    const { filename } = await create()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => restore(filename)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    root = app.as(chief)
    await withLease(app.deps, fileLeaseName(filename), async () => {
      expect((await root.call(deleteBackup, { params: { filename } })).status).toBe(409)
    })
    expect(await names()).toContain(filename)
  })

  test('leaves no temporary files in the folder', async () => {
    const left = (await readdir(backupFolder(app.deps.config))).filter(name => name.startsWith('.'))
    expect(left).toEqual([])
  })
})
