// On one engine: SQLite’s files.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { schema } from '#app/tables.ts'
import { isUnavailable } from '#kit/server/database/drivers/dialect.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { openDatabase, openReader, sqliteFileName } from './open.ts'

let dataDir = ''
let path = ''
beforeEach(async () => {
  const folder = await temporaryFolder('lost')
  dataDir = folder.path
  path = join(dataDir, sqliteFileName)
  onTestFinished(folder.remove)
})

const open = () => openDatabase({ dataDir, databaseUrl: null }, () => undefined)

test.each<[string, () => void]>([
  [
    'removed with its log',
    () => {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end)
    },
  ],
  [
    'replaced by a copy',
    () => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['robbed of its log', () => rmSync(`${path}-wal`)],
])('a database that is %s while it is open accepts nothing more [D-64]', async (_what, damage) => {
  const db = open()
  await migrate(db, schema)
  damage()
  const files = readdirSync(dataDir)
  const insert = sql`insert into departments (name, position) values ('Worship', 0)`
  const lost = /was removed or replaced while it was in use.* Stop the server, put the files back/
  await expect(insert.execute(db)).rejects.toThrow(lost)
  await expect(db.transaction().execute(tx => insert.execute(tx))).rejects.toThrow(lost)
  // What /readyz asks.
  const failure = await sql`select 1`.execute(db).catch(error => error)
  expect(isUnavailable(failure)).toBe(true)
  if (!existsSync(path)) expect(() => openReader({ dataDir, databaseUrl: null })).toThrow(/unable to open/)
  expect(readdirSync(dataDir)).toEqual(files)
  await db.destroy()
})

test('a database that is put back in time goes on', async () => {
  const db = open()
  await migrate(db, schema)
  renameSync(path, `${path}.away`)
  // Reads look once in a turn of the event loop.
  await setImmediate()
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/removed or replaced/)
  renameSync(`${path}.away`, path)
  await sql`insert into departments (name, position) values ('Worship', 0)`.execute(db)
  await db.destroy()
})
