import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { createBackup, getBackupStatus, restoreBackup, uploadBackup } from '../contract.ts'
import { backupFolder } from './backup-files.ts'

const app = await startApp()
const root = app.as(await app.superUser())
const folder = backupFolder(app.deps.config)
const message = (what: string, reason: string) => `The backups folder can’t be ${what}: ${reason}`

// Only root may mount.
test.runIf(process.getuid?.() === 0)('a folder on a disk that can only be read [T-92]', async () => {
  const { filename } = (await root.call(createBackup, { body: { includeImages: false } })).body
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', [folder]))
  execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  const reason = 'its disk can only be read'
  const rejected = { status: 503, code: 'folder_unavailable', message: message('written', reason) }
  expect(await root.call(restoreBackup, { params: { filename } })).toMatchObject(rejected)
  expect(await root.call(createBackup, { body: { includeImages: true } })).toMatchObject(rejected)
  expect(await root.call(uploadBackup, { file: new Blob(['{}']) })).toMatchObject(rejected)
  expect((await root.call(getBackupStatus)).body.folderProblem).toBe(message('read or written', reason))
})

test('a file in the place of the folder [T-92]', async () => {
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, '')
  onTestFinished(() => rm(folder))
  const reply = await root.call(createBackup, { body: { includeImages: false } })
  expect(reply).toMatchObject({ status: 503, message: message('written', 'there is a file in its place') })
})
