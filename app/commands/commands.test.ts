// On both engines: backups.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#kit/server/config/config.ts'
import { announceServer, listServers } from '#kit/server/jobs/server-presence.ts'
import { emptyPlace } from '#tests/support/backups/installation.ts'
import { digestOf } from '#tests/support/databases/digest-tables.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { fillWithSamples } from '#tests/support/samples/sample-data.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
await fillWithSamples(app)
const { dataDir, databaseUrl } = app.deps.config
const here = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
const backupNames = async () => (await readdir(join(dataDir, 'backups'))).toSorted()

async function digestAt(place: { DATA_DIR: string; DATABASE_URL: string }) {
  const deps = await createDeps(readConfig({ ...place, LOG_LEVEL: 'fatal' }))
  const { auditLogs: _, ...digest } = await digestOf(deps.db).finally(() => deps.db.destroy())
  return digest
}

const written = await runCommand('backup', [], here)
const name = (await backupNames()).find(file => file.startsWith('backup-')) ?? ''
const path = join(dataDir, 'backups', name)

test('backup writes a file, verify accepts it, and restore fills an empty database from it, including accounts', async () => {
  expect(written).toMatchObject({ code: 0, output: expect.stringContaining('Written and verified') })
  const verified = await runCommand('verify', [path], await emptyPlace())
  expect(verified.output).toContain('It is complete and can be restored.')
  const byName = await runCommand('verify', [name], here)
  expect(byName.code).toBe(0)

  const { auditLogs: _, ...before } = await digestOf(app.db)
  const place = await emptyPlace()
  expect(await runCommand('restore', [path], place)).toMatchObject({ code: 0 })
  expect(await digestAt(place)).toEqual(before)
})

// Started on SQLite, it would never leave it.
test.runIf(databaseUrl)(
  'data restored into the other engine and back again is unchanged [D-09]',
  async () => {
    const { auditLogs: _, ...before } = await digestOf(app.db)
    const onSqlite = await emptyPlace({ sqlite: true })
    expect(await runCommand('restore', [path], onSqlite)).toMatchObject({ code: 0 })
    expect(await digestAt(onSqlite)).toEqual(before)

    expect((await runCommand('backup', [], onSqlite)).code).toBe(0)
    const [back] = (await readdir(join(onSqlite.DATA_DIR, 'backups'))).filter(file =>
      file.startsWith('backup-'),
    )
    const again = await emptyPlace()
    expect((await runCommand('restore', [join(onSqlite.DATA_DIR, 'backups', back ?? '')], again)).code).toBe(
      0,
    )
    expect(await digestAt(again)).toEqual(before)
  },
)

test('a restore while a server uses the database is rejected', async () => {
  await runCommand('backup', ['--json'], here)
  const name = (await backupNames()).findLast(file => file.endsWith('.json')) ?? ''
  const before = await digestOf(app.db)
  const withdraw = announceServer(app.deps)
  try {
    await expect.poll(() => listServers(app.db, app.clock.now())).toHaveLength(1)
    expect((await runCommand('restore', [name], here)).output).toContain('The server is running')
    expect(await digestOf(app.db)).toEqual(before)
  } finally {
    await withdraw()
  }
  expect((await runCommand('restore', [name], here)).code).toBe(0)
})
