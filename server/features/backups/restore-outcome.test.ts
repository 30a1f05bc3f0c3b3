import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackup, listRestores, restoreBackup } from '#contract/backups.ts'
import { startApp } from '#server/testing/start-app.ts'
import { withLease } from '#server/work/lease.ts'
import { backupFolder } from './backup-files.ts'
import { restoring } from './restore-backup.ts'

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
