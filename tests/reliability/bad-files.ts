/** D-06: an unusable database file prevents the start and is not changed by a single byte. */
import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFileName } from '#server/database/open.ts'
import { picture } from '#server/testing/pictures.ts'
import { fill } from './fill.ts'
import { copyOf, type Installation, launch, newInstallation, prepare, withDeps } from './installation.ts'
import { expectThat, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-06',
    what: 'a damaged, empty, missing, foreign or newer database: the server refuses to start, says why in one line, and changes no byte',
    engine: 'sqlite',
    isLong: true,
    measure: offerBadFiles,
  },
]

type BadFile = { title: string; make: (path: string) => Promise<void>; says: RegExp }

const badFiles: BadFile[] = [
  { title: 'a damaged header', make: path => overwrite(path, 0, 64), says: /not a database|can't be used/ },
  {
    title: 'damaged pages',
    make: path => overwrite(path, 4096, 8192),
    says: /damaged|malformed|can't be used/,
  },
  { title: 'an empty file', make: path => truncate(path, 0), says: /is empty \(0 bytes\)/ },
  {
    title: 'a file cut in half',
    make: async path => truncate(path, Math.floor((await readFile(path)).length / 2)),
    says: /damaged|malformed/,
  },
  {
    title: 'a log without its database',
    make: async path => {
      await writeFile(`${path}-wal`, 'a log')
      await rename(path, `${path}.elsewhere`)
    },
    says: /is missing, but its write-ahead log is still there/,
  },
  {
    title: 'a PNG',
    make: async path => writeFile(path, await picture().png().toBuffer()),
    says: /not a database/,
  },
  {
    title: 'another program’s database',
    make: async path => {
      await rm(path)
      change(path, 'create table notes (text)')
    },
    says: /another program/,
  },
  {
    title: 'a newer database',
    make: async path =>
      change(path, "insert into kysely_migration (name, timestamp) values ('9999-future', '2040-01-01')"),
    says: /newer version/,
  },
]

async function offerBadFiles(scale: Scale): Promise<string> {
  const original = await newInstallation('sqlite', scale)
  try {
    await prepare(original)
    await withDeps(original, deps => fill(deps, { users: 20, restaurants: 20, ratings: 200, images: 1 }))
    for (const { title, make, says } of badFiles) {
      const copy = await copyOf(original)
      const path = join(copy.dataDir, sqliteFileName)
      await make(path)
      const before = await sumOf(path)
      const { code, output } = await startUntilEnd(copy)
      expectThat(code === 1, `${title}: it ended with ${code}`)
      expectThat(says.test(output), `${title}: it said: ${output.trim()}`)
      expectThat((await sumOf(path)) === before, `${title}: the file was changed`)
      await copy.remove()
    }
    return `${badFiles.map(({ title }) => title).join(', ')}: exit 1 each, unchanged`
  } finally {
    await original.remove()
  }
}

/** A server that starts anyway is killed after 20 seconds. */
async function startUntilEnd(installation: Installation): Promise<{ code: number | null; output: string }> {
  const server = launch('../server/main.ts', installation)
  const timer = setTimeout(() => server.kill('SIGKILL'), 20_000)
  const { code } = await server.ended
  clearTimeout(timer)
  return { code, output: server.output() }
}

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

const sumOf = async (path: string) =>
  readFile(path).then(
    bytes => createHash('sha256').update(bytes).digest('hex'),
    () => 'there is none',
  )
