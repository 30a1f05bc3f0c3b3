/** D-07: what changes much is killed at one system call after the other, and must have happened wholly or not at all. */

import { join } from 'node:path'
import { sqliteFileName } from '#server/database/open.ts'
import type { Deps } from '#server/deps.ts'
import { listBackupFiles, pathOf } from '#server/features/backups/backup-files.ts'
import { digestOf } from '#server/features/backups/digest.ts'
import { withStagedBackup } from '#server/features/backups/stage-backup.ts'
import { unsound } from './actual-states.ts'
import { type Operation, operations } from './crash-operations.ts'
import { copyOf, type Installation, launch, withDeps } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { newTrace, type SystemCall, writingCalls } from './strace.ts'

export const scenarios: Scenario[] = operations.map(operation => ({
  id: 'D-07',
  also: ['T-60', 'T-97'],
  what: `killed in the middle of ${operation.title}: all or nothing, and nothing is offered that is not whole`,
  engine: 'sqlite',
  needs: ['strace'],
  isLong: operation.shortPoints === 0,
  measure: scale => sweep(operation, scale),
}))

async function sweep(operation: Operation, scale: Scale): Promise<string> {
  const before = await operation.prepare(scale)
  try {
    const atFirst = await stateOfCopy(before)
    const [calls, atLast] = await runWhole(operation, before)
    const points = choose(calls, scale.isShort ? operation.shortPoints : operation.points)
    const landed = { before: 0, after: 0 }
    const judge = async (point: Point) => {
      const { state, isDone } = await killAt(operation, before, point, atFirst)
      const isAfter = isDone ?? state === atLast
      const name = `killed at ${point.name} ${point.count}`
      if (isDone === undefined)
        expectThat(isAfter || state === atFirst, `${name}, it is neither before nor after`)
      else expectThat(state === atLast, `${name}, a start does not complete it`)
      landed[isAfter ? 'after' : 'before'] += 1
    }
    // Two at once: each is mostly the start of a process.
    const waiting = [...points]
    const work = async () => {
      for (let point = waiting.pop(); point; point = waiting.pop()) await judge(point)
    }
    await Promise.all([work(), work()])
    return `${points.length} of ${calls.length} writing system calls: ${landed.before} before, ${landed.after} after, 0 between`
  } finally {
    await before.remove()
  }
}

/** The system calls of an undisturbed run, and what it leads to. */
async function runWhole(operation: Operation, before: Installation): Promise<[DiskCall[], string]> {
  const copy = await copyOf(before)
  const trace = await newTrace({ calls: writingCalls })
  try {
    const process = launch(operation.script, copy, {
      args: await operation.args(copy),
      through: trace.through,
    })
    const { code } = await process.ended
    expectThat(code === 0, `it failed without any fault:\n${process.output()}`)
    const calls = await trace.calls()
    const own = join(copy.dataDir, sqliteFileName)
    const numbered = numberedByThread(calls).map(call => ({ ...call, isOfDatabase: call.text.includes(own) }))
    return [numbered.filter(isOfDisk), await stateOf(copy)]
  } finally {
    await trace.remove()
    await copy.remove()
  }
}

// Messages between threads and to us are writes too, of no interest here.
const isOfDisk = ({ name, text }: SystemCall) =>
  name !== 'write' || !/<(pipe|anon_inode|socket|UNIX|TCP|\/dev)/.test(text)

type Point = { name: string; count: number }
type DiskCall = Point & SystemCall & { isOfDatabase: boolean }

/** The how-manieth of its name each call is in its thread, as the watcher counts. */
function numberedByThread(calls: SystemCall[]): (Point & SystemCall)[] {
  const counts = new Map<string, number>()
  return calls.map(call => {
    const key = `${call.thread} ${call.name}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { ...call, count: counts.get(key) ?? 0 }
  })
}

/**
 * Half of them where the database itself is written, a quarter among the calls that are rare, the others evenly over the
 * run.
 */
function choose(all: DiskCall[], wanted: number): Point[] {
  const chosen = new Map<string, Point>()
  const rare = all.filter(({ name }) => name !== 'pwrite64' && name !== 'write')
  const take = (points: Point[], count: number) => {
    for (let i = 0; i < count && points.length > 0; i += 1) {
      const point = points[Math.floor(((i + 0.5) * points.length) / count)] as Point
      chosen.set(`${point.name} ${point.count}`, point)
    }
  }
  take(
    all.filter(({ isOfDatabase }) => isOfDatabase),
    Math.ceil(wanted / 2),
  )
  take(rare, Math.ceil(wanted / 4))
  take(all, wanted)
  return [...chosen.values()].slice(0, Math.max(wanted, 1))
}

async function killAt(operation: Operation, before: Installation, { name, count }: Point, atFirst: string) {
  const copy = await copyOf(before)
  const trace = await newTrace({ calls: [name], inject: `${name}:signal=KILL:when=${count}` })
  try {
    const process = launch(operation.script, copy, {
      args: await operation.args(copy),
      through: trace.through,
    })
    const { signal } = await process.ended
    expectThat(signal === 'SIGKILL', `nothing was killed at ${name} ${count}`)
    const isDone = operation.isDone?.(copy)
    const state = await stateOf(copy)
    await withDeps(copy, deps => expectSafetyOf(deps, atFirst))
    return { isDone, state }
  } finally {
    await trace.remove()
    await copy.remove()
  }
}

// A look migrates what it looks at.
async function stateOfCopy(installation: Installation): Promise<string> {
  const copy = await copyOf(installation)
  return stateOf(copy).finally(() => copy.remove())
}

/** Everything that must be as before or as after, once a server has started on it; throws for what may never be. */
const stateOf = (installation: Installation): Promise<string> =>
  withDeps(installation, async deps => {
    const { db } = deps
    expectNone(await unsound(db))
    // Their times differ with each run; how many there are does not.
    const { auditLogs: _, trash: __, ...digests } = await digestOf(db)
    const trash = await db.selectFrom('trash').select(['kind', 'itemId', 'name', 'snapshot']).execute()
    const audit = await db.selectFrom('auditLogs').select(['action', 'userId']).execute()
    await expectWholeBackups(deps)
    return JSON.stringify({ digests, trash, audit })
  })

/** A safety backup that is offered has everything as it was before. */
async function expectSafetyOf(deps: Deps, atFirst: string): Promise<void> {
  const safety = (await listBackupFiles(deps.config)).find(({ kind }) => kind === 'safety')
  if (!safety) return
  await withStagedBackup(deps, pathOf(deps.config, safety.filename), async ({ db }) => {
    const { auditLogs: _, trash: __, images, ...digests } = await digestOf(db)
    const expected = JSON.parse(atFirst).digests
    // A JSON backup has no pictures.
    const found = safety.hasImages ? { ...digests, images } : { ...digests, images: expected.images }
    const isSame = JSON.stringify(found) === JSON.stringify(expected)
    expectThat(isSame, 'the safety backup is not what was there before')
  })
}

async function expectWholeBackups(deps: Deps): Promise<void> {
  for (const { filename } of await listBackupFiles(deps.config)) {
    await withStagedBackup(deps, pathOf(deps.config, filename), async () => undefined, { mayBeEmpty: true })
  }
}
