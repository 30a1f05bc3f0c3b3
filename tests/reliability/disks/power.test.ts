import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as anyTest, expect, onTestFinished } from 'vitest'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import { prepareRaters, rateAll } from '#tests/reliability/support/client.ts'
import { install, lacks, ratersIn } from '#tests/reliability/support/harness.ts'
import { type Installation, installationIn, startServer } from '#tests/support/backups/installation.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { newTrace } from '#tests/support/processes/strace.ts'
import { randomNumbers } from '#tests/support/samples/random.ts'
import { afterPowerFailure, type Files, readOperations, type Survival } from './disk-replay.ts'

/* After a power failure, the disk has lost all unsynced pages, or some of them, or parts of them. */

const test = anyTest.skipIf(lacks.strace)

const survivals: Survival[] = ['nothing', 'some writes', 'some sectors']
const [writes, points] = [60, 10]

test('a power failure loses or tears unsynced pages: all acknowledged writes are there, and the file is intact [D-23]', async () => {
  const { path: dataDir, remove } = await temporaryFolder('power')
  onTestFinished(remove)
  const random = randomNumbers(18)
  const { before, operations, raters } = await record(await install('sqlite'))
  const lostAfter = async (files: Files, acknowledged: number[]) => {
    await writeFiles(dataDir, files)
    const kept = await ratersIn(installationIn(dataDir))
    return acknowledged.filter(id => !kept.has(id)).length
  }
  const first = operations.findIndex(({ kind }) => kind === 'reply')
  let lostUnsynced = 0
  for (let index = 0; index < points; index += 1) {
    const last = first + Math.floor(((index + 0.5) * (operations.length - first)) / points)
    const until = operations.slice(0, last)
    const acknowledged = raters.slice(0, until.filter(({ kind }) => kind === 'reply').length)
    for (const survival of survivals) {
      const lost = await lostAfter(afterPowerFailure(before, until, survival, random), acknowledged)
      expect(lost, `lost where ${survival} survived operation ${last}`).toBe(0)
    }
    // On a disk that ignores syncs, writes must be lost, or this would prove nothing.
    const unsynced = until.filter(({ kind }) => kind !== 'sync')
    lostUnsynced += await lostAfter(afterPowerFailure(before, unsynced, 'nothing', random), acknowledged)
  }
  expect(lostUnsynced).toBeGreaterThan(0)
  // With everything that a start does.
  await startServer(installationIn(dataDir))
})

/** Records what a server does to its disk while people rate one after another, and while it then stops. */
async function record(installation: Installation) {
  const { dataDir } = installation
  const calls = ['pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'unlink', 'write', 'writev']
  const trace = await newTrace({ calls, withData: true })
  const people = await prepareRaters(installation, writes)
  const before = await readFiles(dataDir)
  const server = await startServer(installation, { wrapper: trace.wrapper })
  expect(new Set(await rateAll(server.origin, people, 'x'.repeat(900)))).toEqual(new Set([201]))
  await server.end('SIGTERM')
  const inFolder = join(dataDir, sqliteFileName)
  // The index of the log is rebuilt by the first process that opens the database.
  const isOurs = (path: string) => path.startsWith(inFolder) && !path.endsWith('-shm')
  const operations = readOperations(await trace.log(), isOurs).map(operation =>
    operation.kind === 'reply' ? operation : { ...operation, path: operation.path.slice(dataDir.length + 1) },
  )
  expect(operations.filter(({ kind }) => kind === 'reply')).toHaveLength(writes)
  return { before, operations, raters: people.map(({ who }) => who.id) }
}

async function readFiles(folder: string): Promise<Files> {
  const names = (await readdir(folder)).filter(name => name.startsWith(sqliteFileName))
  return new Map(
    await Promise.all(names.map(async name => [name, await readFile(join(folder, name))] as const)),
  )
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [name, bytes] of files) if (bytes) await writeFile(join(folder, name), bytes)
}
