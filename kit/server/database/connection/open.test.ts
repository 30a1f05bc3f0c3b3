// On one engine: SQLite’s files.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { schema } from '#app/tables.ts'
import { openSqliteFile } from '#kit/server/database/drivers/sqlite-dialect.ts'
import { migrate } from '#kit/server/database/migrate.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { openDatabase, sqliteFileName, UnusableDatabaseError } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'common-table-open-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

let dataDir = home
let path = home
beforeEach(() => {
  dataDir = mkdtempSync(join(home, 'data-'))
  path = join(dataDir, sqliteFileName)
})

const open = () => openDatabase({ dataDir, databaseUrl: null }, () => undefined)

/** Creates a migrated database and leaves it as a stopped server does. */
async function makeDatabase(): Promise<void> {
  const db = open()
  await migrate(db, schema)
  await db.destroy()
}

describe('rejected without changing a single byte [D-06]', () => {
  const spoiled = (spoil: () => void) => () => makeDatabase().then(spoil)
  const overwrite = (from: number, size: number, value: number | string) =>
    writeFileSync(path, readFileSync(path).fill(value, from, from + size))
  const foreign = (journal: string) => {
    const file = new SqliteDatabase(path)
    file.pragma(`journal_mode = ${journal}`)
    file.exec('create table lunch (place text)')
    file.close()
  }

  test.each<[string, () => unknown, RegExp]>([
    ['an empty file', () => writeFileSync(path, ''), /is empty \(0 bytes\)/],
    ['a database cut to zero bytes', spoiled(() => truncateSync(path, 0)), /is empty/],
    [
      'a database cut in half',
      spoiled(() => truncateSync(path, Math.floor(statSync(path).size / 2))),
      /damaged|malformed/,
    ],
    ['a picture', async () => writeFileSync(path, await picture().png().toBuffer()), /not a database/],
    ['another program’s database', () => foreign('delete'), /of another program/],
    ['another program’s database with a log', () => foreign('wal'), /of another program/],
    ['a database with an overwritten header', spoiled(() => overwrite(0, 100, 'x')), /not a database/],
    ['overwritten pages', spoiled(() => overwrite(4096, 2 * 4096, 0xa5)), /damaged|malformed/],
  ])('%s', async (_name, prepare, reason) => {
    await prepare()
    const before = readFileSync(path)
    expect(open).toThrow(UnusableDatabaseError)
    expect(open).toThrow(reason)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('an older copy beside the log of a newer database', async () => {
    await makeDatabase()
    const older = readFileSync(path)
    const newer = openSqliteFile(path)
    const grow = (from: number) =>
      newer.exec(`with recursive n (i) as (select ${from} union all select i + 1 from n where i < ${from} + 5000)
        insert into departments (name, position) select 'Department ' || i, i from n`)
    grow(0)
    newer.pragma('wal_checkpoint(truncate)')
    grow(10_000)
    const log = readFileSync(`${path}-wal`)
    newer.close()
    writeFileSync(path, older)
    writeFileSync(`${path}-wal`, log)
    const files = readdirSync(dataDir)
    expect(open).toThrow(
      /its log \(\S+-wal\) belongs to another copy of it, probably a newer one\. Nothing was changed/,
    )
    expect(readFileSync(path).equals(older) && readFileSync(`${path}-wal`).equals(log)).toBe(true)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(files))
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    await open().destroy()
  })

  test('a copy beside the journal of another one', async () => {
    await makeDatabase()
    killInWrite(addDepartments)
    const journal = readFileSync(`${path}-journal`)
    rmSync(path)
    rmSync(`${path}-journal`)
    await makeDatabase()
    const file = new SqliteDatabase(path)
    file.exec(`${manyRows} insert into changes (topic, subject, announcedAt) select 'users', i, '' from n`)
    file.close()
    writeFileSync(`${path}-journal`, journal)
    const before = readFileSync(path)
    expect(open).toThrow(
      /its log \(\S+-journal\) belongs to another copy of it.* move its -journal away first/,
    )
    expect([readFileSync(path), readFileSync(`${path}-journal`)]).toEqual([before, journal])
    rmSync(`${path}-journal`)
    await open().destroy()
  })

  test('a database of another program that was killed', () => {
    foreign('delete')
    killInWrite(`${manyRows} insert into lunch select 'Place ' || i from n`)
    const before = [path, `${path}-journal`].map(file => readFileSync(file))
    expect(open).toThrow(UnusableDatabaseError)
    expect([path, `${path}-journal`].map(file => readFileSync(file))).toEqual(before)
  })

  test('a database of a newer version', async () => {
    await makeDatabase()
    const ours = new SqliteDatabase(path)
    ours.prepare('insert into kysely_migration values (?, ?)').run('9999-later', '2026-11-20T12:00:00Z')
    ours.close()
    const before = readFileSync(path)
    const db = open()
    await expect(migrate(db, schema)).rejects.toThrow(/newer version of the program \(it has 9999-later\)/)
    await db.destroy()
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('a database of which only the log is left', async () => {
    await makeDatabase()
    copyFileSync(path, `${path}-wal`)
    rmSync(path)
    expect(open).toThrow(/is missing, but its write-ahead log is still there/)
    expect(existsSync(path)).toBe(false)
    expect(existsSync(`${path}-wal`)).toBe(true)
  })

  test('a database that another program holds, or whose disk can’t lock', async () => {
    await makeDatabase()
    const other = new SqliteDatabase(path)
    other.pragma('locking_mode = exclusive')
    other.exec('begin exclusive')
    expect(open).toThrow(
      /can't be locked or shared \(database is locked\)\. Another program holds it.* a local disk, or/,
    )
    other.close()
  })

  test('a folder that can’t be created', () => {
    writeFileSync(path, 'a file')
    dataDir = join(path, 'below')
    expect(open).toThrow(
      /^DATA_DIR: .* can't be opened: .*The folder and its files must be readable and writable/,
    )
  })
})

test('data that a killed server left in the log is recovered', async () => {
  const db = open()
  await migrate(db, schema)
  await sql`insert into departments (name, position) values ('Worship', 0)`.execute(db)
  const other = mkdtempSync(join(home, 'data-'))
  for (const end of ['', '-wal']) copyFileSync(path + end, join(other, sqliteFileName + end))
  await db.destroy()
  dataDir = other
  const again = open()
  expect(await again.selectFrom('departments').select('name').execute()).toEqual([{ name: 'Worship' }])
  await again.destroy()
})

/** Leaves in the folder what a process leaves that is killed in the middle of a write without the log. */
function killInWrite(change: string): void {
  const other = mkdtempSync(join(home, 'data-'))
  const file = new SqliteDatabase(path)
  file.pragma('journal_mode = delete')
  // So that changes reach the file before they are committed.
  file.pragma('cache_size = 5')
  file.exec(`begin; ${change}`)
  for (const end of ['', '-journal']) copyFileSync(path + end, join(other, sqliteFileName + end))
  file.close()
  dataDir = other
  path = join(other, sqliteFileName)
}
const manyRows = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)'
const addDepartments = `${manyRows} insert into departments (name, position) select 'Department ' || i, i from n`

test('what a killed server had half written before it used the log is undone', async () => {
  await makeDatabase()
  killInWrite(addDepartments)
  const db = open()
  expect(await db.selectFrom('departments').select('name').execute()).toEqual([])
  await db.destroy()
})

test('a transaction that SQLite has rolled back on its own still reports what went wrong', async () => {
  const db = open()
  const attempt = db.transaction().execute(async tx => {
    await sql`rollback`.execute(tx)
    throw new Error('database or disk is full')
  })
  await expect(attempt).rejects.toThrow('database or disk is full')
  await db.transaction().execute(tx => sql`select 1`.execute(tx))
  await db.destroy()
})

test('no other user of the machine can access a new database and its log', async () => {
  const db = open()
  await migrate(db, schema)
  for (const file of readdirSync(dataDir)) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  await db.destroy()
})

test('creating a database leaves no other files behind', async () => {
  await makeDatabase()
  expect(readdirSync(dataDir)).toEqual([sqliteFileName])
})
