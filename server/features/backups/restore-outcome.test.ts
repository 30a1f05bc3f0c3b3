import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup, listBackups, listRestores, restoreBackup } from '#contract/backups.ts'
import { startApp } from '#server/testing/start-app.ts'
import { withLease } from '#server/work/lease.ts'
import { backupFolder } from './backup-files.ts'
import { restoring } from './restore-backup.ts'
import { makeSafetyBackup } from './safety-backup.ts'

const app = await startApp()
const { db } = app
const root = app.as(await app.superUser())
const restore = (filename: string) => root.call(restoreBackup, { params: { filename } })

test('a restore says what became of it, also to who lost the connection', async () => {
  const last = async () => (await root.call(listRestores)).body[0]
  const { filename } = (await root.call(createBackup, { body: { includeImages: false } })).body
  const { body } = await restore(filename)
  expect(await last()).toMatchObject({
    filename,
    outcome: 'done',
    message: null,
    safetyBackup: body.safetyBackup,
  })

  await writeFile(join(backupFolder(app.deps.config), filename), '{}')
  const refused = await restore(filename)
  expect(refused.status).toBe(400)
  expect(await last()).toMatchObject({ filename, outcome: 'failed', message: refused.message })

  const run = { filename, startedAt: app.clock.now().toISOString() }
  await withLease(app.deps, restoring, async () => {
    await db.insertInto('restoreRuns').values(run).execute()
    expect(await last()).toMatchObject({ filename, outcome: 'running', message: null })
  })
  expect(await last()).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching('server stopped'),
  })
  expect((await app.as(await app.admin()).call(listRestores)).status).toBe(403)
})

test('a restore that fails leaves the file that it was of, also the oldest of the safety backups', async () => {
  const oldest = await makeSafetyBackup(app.deps, false)
  for (let i = 0; i < 9; i += 1) {
    app.clock.advance({ minutes: 1 })
    await makeSafetyBackup(app.deps, false)
  }
  app.clock.advance({ minutes: 1 })
  const names = async () => (await root.call(listBackups)).body.map(({ filename }) => filename)
  await db.schema.alterTable('tasteModels').renameTo('tasteModelsAway').execute()
  expect((await restore(oldest)).status).toBe(500)
  await db.schema.alterTable('tasteModelsAway').renameTo('tasteModels').execute()
  expect(await names()).toContain(oldest)
  expect((await restore(oldest)).status).toBe(200)

  await makeSafetyBackup(app.deps, false)
  expect(await names()).not.toContain(oldest)
})
