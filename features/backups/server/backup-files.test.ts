// On one engine: files.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { listBackupFiles, pathOf, storeBackupFile } from './backup-files.ts'

const { path: dataDir, remove } = await temporaryFolder('backup-files')
afterAll(remove)

test('backups made at the same moment do not replace each other [T-92]', async () => {
  const kept = { kind: 'uploaded', extension: 'json', time: new Date() } as const
  for (const content of ['first', 'second', 'third']) {
    const filename = await storeBackupFile({ dataDir }, kept, () => Readable.from([content]))
    expect(await readFile(pathOf({ dataDir }, filename), 'utf8')).toBe(content)
  }
  expect(await listBackupFiles({ dataDir })).toHaveLength(3)
})
