import { beforeAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { listBackupFiles, pathOf } from '../backup-files.ts'
import { backupLimits, sha256 } from './backup-format.ts'
import { openArchive } from './read-archive.ts'
import { writeBackup } from './write-backup.ts'

const app = await startApp()
const { config } = app.deps
const write = (limits = {}) =>
  writeBackup(app.deps, { kind: 'backup', includeImages: true }, { ...backupLimits, ...limits })

const pictures = Array.from({ length: 2_600 }, (_, number) => {
  const bytes = Buffer.from(`picture ${number}`)
  const cardBytes = Buffer.from(`card ${number}`)
  return { hash: sha256(bytes), bytes, cardBytes, createdAt: app.clock.now().toISOString() }
})

beforeAll(async () => {
  for (let i = 0; i < pictures.length; i += 100)
    await app.db
      .insertInto('images')
      .values(pictures.slice(i, i + 100))
      .execute()
})

test('a backup with thousands of pictures can be read back', async () => {
  const archive = await openArchive(pathOf(config, await write()), app.deps.schema)
  const found: string[] = []
  for await (const { bytes, cardBytes } of archive.pictures()) found.push(`${bytes} ${cardBytes}`)
  archive.close()
  expect(found.sort()).toEqual(pictures.map(({ bytes, cardBytes }) => `${bytes} ${cardBytes}`).sort())
})

test.each([
  [{ pictures: 2_599 }, 'There are more pictures than a backup can hold. Make one without pictures.'],
  [{ pictureBytes: 2_600 }, 'There are more pictures than a backup can hold. Make one without pictures.'],
  [{ documentBytes: 1_000 }, 'There is more data than a backup can hold, even without pictures.'],
])('a backup that exceeds the limits for reading is not written: %o', async (limits, message) => {
  const before = await listBackupFiles(config)
  await expect(write(limits)).rejects.toThrow(message)
  expect(await listBackupFiles(config)).toEqual(before)
})
