/** D-23: after a power failure, the disk has lost all unsynced pages, or some of them, or parts of them. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRating } from '#contract/ratings.ts'
import { sqliteFileName } from '#server/database/open.ts'
import { temporaryFolder } from '#server/testing/guard.ts'
import { findCorruption } from './actual-states.ts'
import { call } from './client.ts'
import {
  afterPowerFailure,
  type DiskOperation,
  type Files,
  readOperations,
  type Survival,
} from './disk-replay.ts'
import { prepareRaters } from './fsync.ts'
import { type Installation, installationIn, newInstallation, startServer, withDeps } from './installation.ts'
import { randomNumbers } from './random.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { newTrace } from './strace.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-23',
    what: 'a power failure loses or tears unsynced pages: all acknowledged writes are there, and the file is intact',
    engine: 'sqlite',
    needs: ['strace'],
    measure: loseThePower,
  },
]

const survivals: Survival[] = ['nothing', 'some writes', 'some sectors']

async function loseThePower(scale: Scale): Promise<string> {
  const installation = await newInstallation('sqlite', scale)
  const { path: dataDir, remove } = await temporaryFolder('power')
  const random = randomNumbers(scale.seed)
  try {
    const { before, operations, raters } = await record(installation, scale.isShort ? 20 : 300)
    const points = scale.isShort ? 3 : 40
    const first = operations.findIndex(({ kind }) => kind === 'reply')
    let [failures, lostUnsynced] = [0, 0]
    for (let index = 0; index < points; index += 1) {
      const last = first + Math.floor(((index + 0.5) * (operations.length - first)) / points)
      const until = operations.slice(0, last)
      const acknowledged = raters.slice(0, until.filter(({ kind }) => kind === 'reply').length)
      for (const survival of survivals) {
        await writeFiles(dataDir, afterPowerFailure(before, until, survival, random))
        const copy = installationIn(dataDir)
        // Now and then with everything that a start does.
        if (failures % 20 === 0) await startOnce(copy)
        const lost = await lostOf(copy, acknowledged)
        expectThat(
          lost === 0,
          `${lost} of ${acknowledged.length} writes are lost where ${survival} survived ${last}`,
        )
        failures += 1
      }
      // A control: on a disk that ignores syncs, writes must be lost, or this would prove nothing.
      const unsynced = until.filter(({ kind }) => kind !== 'sync')
      await writeFiles(dataDir, afterPowerFailure(before, unsynced, 'nothing', random))
      lostUnsynced += await lostOf(installationIn(dataDir), acknowledged)
    }
    expectThat(lostUnsynced > 0, 'nothing would be lost without syncs, so this shows nothing')
    const checkpointed = operations.filter(operation => isWriteOf(operation, sqliteFileName)).length
    const logged = operations.filter(operation => isWriteOf(operation, `${sqliteFileName}-wal`)).length
    return `${failures} power failures over ${raters.length} sequential writes (${logged} to the log, ${checkpointed} to the file): 0 acknowledged writes lost, every file intact`
  } finally {
    await remove()
    await installation.remove()
  }
}

const isWriteOf = (operation: DiskOperation, name: string) =>
  operation.kind === 'write' && operation.path === name

/** Records what a server does to its disk while people rate one after another, and while it then stops. */
async function record(installation: Installation, writes: number) {
  const { dataDir } = installation
  const trace = await newTrace({
    calls: ['pwrite64', 'ftruncate', 'fsync', 'fdatasync', 'unlink', 'write', 'writev'],
    withData: true,
  })
  try {
    const people = await prepareRaters(installation, writes)
    const before = await readFiles(dataDir)
    const server = await startServer(installation, { wrapper: trace.wrapper })
    for (const { who, restaurantId } of people) {
      const body = { restaurantId, value: 4, comment: 'x'.repeat(900) }
      const { status } = await call(server.origin, who, createRating, { body })
      expectThat(status === 201, `a write was answered with ${status}`)
    }
    server.kill('SIGTERM')
    await server.ended
    const inFolder = join(dataDir, sqliteFileName)
    // The index of the log is rebuilt by the first process that opens the database.
    const isOurs = (path: string) => path.startsWith(inFolder) && !path.endsWith('-shm')
    const operations = readOperations(await trace.log(), isOurs).map(operation =>
      operation.kind === 'reply'
        ? operation
        : { ...operation, path: operation.path.slice(dataDir.length + 1) },
    )
    const replies = operations.filter(({ kind }) => kind === 'reply').length
    expectThat(replies === writes, `${replies} replies were seen to ${writes} writes`)
    return { before, operations, raters: people.map(({ who }) => who.id) }
  } finally {
    await trace.remove()
  }
}

async function lostOf(installation: Installation, raters: number[]): Promise<number> {
  return withDeps(installation, async ({ db }) => {
    expectNone(await findCorruption(db))
    const rows = await db.selectFrom('ratings').select('userId').execute()
    const kept = new Set(rows.map(({ userId }) => userId))
    return raters.filter(id => !kept.has(id)).length
  })
}

async function startOnce(installation: Installation): Promise<void> {
  const server = await startServer(installation)
  server.kill('SIGKILL')
  await server.ended
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
