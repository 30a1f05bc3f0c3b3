import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#server/testing/guard.ts'
import { openDatabase, sqliteFileName } from './open.ts'

// Root may write everywhere, so there somebody else tries.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

test.each(['', '-wal'])('a common-table.db%s that may only be read is refused', async end => {
  const { path: dataDir, remove } = await temporaryFolder('read-only')
  onTestFinished(remove)
  const path = join(dataDir, sqliteFileName)
  await openDatabase({ dataDir, databaseUrl: null }, () => undefined).destroy()
  writeFileSync(path + end, '', { flag: 'a' })
  chmodSync(path + end, 0o400)
  if (nobody) for (const name of [dataDir, path, path + end]) chownSync(name, nobody.uid, nobody.gid)
  const program = `import { openDatabase } from '${import.meta.resolve('./open.ts')}'
    openDatabase({ dataDir: '${dataDir}', databaseUrl: null }, () => undefined)`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    ...nobody,
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/DatabaseRefusal.*: DATA_DIR: .* can't be opened: EACCES/)
})
