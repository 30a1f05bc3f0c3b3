import { open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sqliteFileName } from '#server/database/open.ts'
import { fill } from '#server/testing/fill.ts'
import { launchScript, withDeps } from '#server/testing/installation.ts'
import { picture } from '#server/testing/pictures.ts'
import { end, install, within } from './harness.ts'

/* An unusable database file prevents the start and is not changed by a single byte. */

test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
  ['a damaged header', path => overwrite(path, 0, 64), /not a database|can't be used/],
  ['damaged pages', path => overwrite(path, 4096, 8192), /damaged|malformed|can't be used/],
  ['an empty file', path => truncate(path, 0), /is empty \(0 bytes\)/],
  [
    'a file cut in half',
    async path => truncate(path, Math.floor((await readFile(path)).length / 2)),
    /damaged|malformed/,
  ],
  [
    'a log without its database',
    async path => {
      await writeFile(`${path}-wal`, 'a log')
      await rename(path, `${path}.elsewhere`)
    },
    /is missing, but its write-ahead log is still there/,
  ],
  ['a PNG', async path => writeFile(path, await picture().png().toBuffer()), /not a database/],
  [
    'another program’s database',
    async path => {
      await rm(path)
      change(path, 'create table notes (text)')
    },
    /another program/,
  ],
  [
    'a newer database',
    async path => change(path, "insert into kysely_migration values ('9999-future', '2040-01-01')"),
    /newer version/,
  ],
])(
  '%s: the server refuses to start, says why in one line, and changes no byte [D-06]',
  async (_, make, says) => {
    const installation = await install('sqlite')
    await withDeps(installation, deps => fill(deps, { users: 20, restaurants: 20, ratings: 200, images: 1 }))
    const path = join(installation.dataDir, sqliteFileName)
    await make(path)
    const before = await contentOf(path)
    const server = launchScript('main.ts', installation)
    let code: number | null | undefined
    void server.ended.then(ended => {
      code = ended.code
    })
    await within(20, () => code !== undefined)
    await end(server)
    expect(code).toBe(1)
    expect(server.output()).toMatch(says)
    expect((await contentOf(path)).equals(before)).toBe(true)
  },
)

async function overwrite(path: string, from: number, length: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(length, 0xa5), 0, length, from)
  await file.close()
}

function change(path: string, statement: string): void {
  const file = new SqliteDatabase(path)
  file.exec(statement)
  file.close()
}

/** Nothing, if there is no file. */
const contentOf = (path: string) => readFile(path).catch(() => Buffer.alloc(0))
