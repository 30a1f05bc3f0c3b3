// On one engine: SQLite’s files.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { openDatabase, sqliteFileName } from './open.ts'

// Root may write everywhere, so as root the test tries it as another user, who may not be able to read these sources.
const isRoot = process.getuid?.() === 0
const nobody = 65_534

test.each(['', '-wal'])('a read-only common-table.db%s is rejected', async end => {
  const { path: dataDir, remove } = await temporaryFolder('read-only')
  onTestFinished(remove)
  const path = join(dataDir, sqliteFileName)
  await openDatabase({ dataDir, databaseUrl: null }, () => undefined).destroy()
  writeFileSync(path + end, '', { flag: 'a' })
  chmodSync(path + end, 0o400)
  if (isRoot) for (const name of [dataDir, path, path + end]) chownSync(name, nobody, nobody)
  const program = `import { openDatabase } from '${import.meta.resolve('./open.ts')}'
    ${isRoot ? `process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody})` : ''}
    openDatabase({ dataDir: '${dataDir}', databaseUrl: null }, () => undefined)`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stderr).toMatch(/UnusableDatabaseError.*: DATA_DIR: .* can't be opened: EACCES/)
  const user = isRoot ? nobody : process.getuid?.()
  expect(stderr).toContain(`for the user that this runs as (${user}). As root: chown -R ${user} ${dataDir}`)
})
