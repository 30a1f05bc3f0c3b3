/**
 * Where an operation is interrupted: at a system call, at a message to PostgreSQL, or by a crash of
 * PostgreSQL itself.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { sqliteFileName } from '#server/database/open.ts'
import type { Operation } from './crash-operations.ts'
import { type Fate, type FaultyProxy, isCommit, type Message, startFaultyProxy } from './faulty-proxy.ts'
import { others, withClient, within } from './harness.ts'
import { type Installation, launch, type Process } from './installation.ts'
import { newTrace, type SystemCall, writingCalls } from './strace.ts'

/** A point of an operation, and the fault that happens there. */
export type Point = {
  name: string
  inject: (operation: Operation, copy: Installation) => Promise<void>
  /** The fault also breaks all other connections to PostgreSQL. */
  runsAlone?: boolean
}

/** What was observed in an undisturbed run. */
type Observation = {
  calls: DiskCall[]
  /** The number of messages sent to PostgreSQL. */
  requests: number
  /** The numbers of the messages that committed a transaction. */
  commits: number[]
}

type DiskCall = SystemCall & { count: number; isOfDatabase: boolean }

/** Runs the operation undisturbed to its end. */
export async function observe(operation: Operation, copy: Installation): Promise<Observation> {
  const trace = await newTrace({ calls: writingCalls })
  const commits: number[] = []
  let requests = 0
  const see = (message: Message) => {
    requests = message.requests
    if (message.direction === 'response' && isCommit(message.bytes)) commits.push(requests)
    return 'delivered' as const
  }
  {
    await throughProxy(copy, see, async env => {
      const args = await operation.args(copy)
      const process = launch(operation.script, copy, { args, env, wrapper: trace.wrapper })
      const { code } = await process.ended
      expect(code, process.output()).toBe(0)
    })
    const own = join(copy.dataDir, sqliteFileName)
    const numbered = numberedByThread(await trace.calls())
    const calls = numbered
      .map(call => ({ ...call, isOfDatabase: call.text.includes(own) }))
      .filter(call => isOfDisk(call) && (copy.engine === 'sqlite' || call.text.includes(copy.dataDir)))
    return { calls, requests, commits }
  }
}

/** Chooses the points. On PostgreSQL a fifth are crashes of PostgreSQL, and a tenth are file operations. */
export function choosePoints({ calls, requests, commits }: Observation, wanted: number): Point[] {
  if (requests === 0) return chooseCalls(calls, wanted).map(killAtSystemCall)
  const crashes = Math.ceil(wanted / 5)
  const files = chooseCalls(calls, Math.floor(wanted / 10))
  const lost = spread(oneTo(commits.length), Math.floor(crashes / 3))
  // Around each commit: at the COMMIT message itself, and at the message before it.
  const around = [...new Set(commits.flatMap(count => [count - 1, count]))]
  const near = spread(around, Math.floor(wanted / 5))
  const others = oneTo(requests).filter(count => !near.includes(count))
  return [
    ...near.map(killAtMessage),
    ...spread(others, wanted - crashes - files.length - near.length).map(killAtMessage),
    ...files.map(killAtSystemCall),
    ...spread(oneTo(requests), crashes - lost.length).map(crashPostgresAtMessage),
    ...lost.map(crashPostgresAfterCommit),
  ]
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** At most `count` items, evenly distributed over all. */
function spread<T>(all: T[], count: number): T[] {
  const step = Math.max(1, all.length / Math.max(1, count))
  const chosen: T[] = []
  for (let i = 0; i < Math.min(count, all.length); i += 1) chosen.push(all[Math.floor((i + 0.5) * step)] as T)
  return chosen
}

const killAtMessage = (count: number): Point => ({
  name: `killed at message ${count}`,
  inject: (operation, copy) =>
    injectAtMessage(operation, copy, ({ requests, direction }, process) => {
      if (requests !== count || direction !== 'request') return 'delivered'
      process().kill('SIGKILL')
      return 'delivered'
    }),
})

const crashPostgresAtMessage = (count: number): Point => ({
  name: `PostgreSQL crashed at message ${count}`,
  runsAlone: true,
  inject: (operation, copy) =>
    injectAtMessage(operation, copy, ({ requests, direction, backend }) => {
      if (requests !== count || direction !== 'request' || !backend) return 'delivered'
      // The parent process then ends all other backends and recovers from the log.
      process.kill(backend, 'SIGKILL')
      return 'delivered'
    }),
})

const crashPostgresAfterCommit = (count: number): Point => {
  let commits = 0
  return {
    name: `PostgreSQL crashed after commit ${count}`,
    runsAlone: true,
    inject: (operation, copy) =>
      injectAtMessage(operation, copy, ({ bytes, direction, backend }) => {
        if (direction !== 'response' || !isCommit(bytes)) return 'delivered'
        commits += 1
        if (commits !== count || !backend) return 'delivered'
        process.kill(backend, 'SIGKILL')
        return 'reset'
      }),
  }
}

type MessageHandler = (message: Message, process: () => Process) => Fate

async function injectAtMessage(
  operation: Operation,
  copy: Installation,
  handle: MessageHandler,
): Promise<void> {
  const args = await operation.args(copy)
  let launched: Process | undefined
  const running = () => {
    if (!launched) throw new Error('A message came before the process')
    return launched
  }
  await throughProxy(
    copy,
    message => handle(message, running),
    async env => {
      launched = launch(operation.script, copy, { args, env })
      await waitForEnd(launched)
    },
  )
  await waitUntilDisconnected(copy)
}

/** Fails if the process does not end within three minutes, whatever was lost; a quiet machine takes seconds. */
async function waitForEnd(process: Process): Promise<void> {
  const isOver = await Promise.race([
    process.ended.then(() => true),
    setTimeout(180_000, false, { ref: false }),
  ])
  if (!isOver) process.kill('SIGKILL')
  expect(isOver, process.output().slice(-500)).toBe(true)
}

async function throughProxy(
  copy: Installation,
  decideFate: FaultyProxy['decideFate'],
  work: (env: Record<string, string>) => Promise<void>,
): Promise<void> {
  if (copy.engine === 'sqlite') return work({})
  const proxy = await startFaultyProxy(copy.environment.DATABASE_URL ?? '')
  proxy.decideFate = decideFate
  await work({ DATABASE_URL: proxy.url }).finally(proxy.close)
}

/**
 * Waits until PostgreSQL has noticed that the process is gone, and has recovered: it may still execute what
 * was sent.
 */
async function waitUntilDisconnected(copy: Installation): Promise<void> {
  const isAlone = () =>
    withClient(copy, async client => (await client.query(`select 1 ${others}`)).rows.length === 0).catch(
      () => false,
    )
  expect(await within(15, isAlone, 50), 'PostgreSQL has no connections of a process that is gone').toBe(true)
}

const killAtSystemCall = ({ name, count }: DiskCall): Point => ({
  name: `killed at ${name} ${count}`,
  inject: async (operation, copy) => {
    const trace = await newTrace({ calls: [name], inject: `${name}:signal=KILL:when=${count}` })
    const args = await operation.args(copy)
    const { signal } = await launch(operation.script, copy, { args, wrapper: trace.wrapper }).ended
    expect(signal, `at ${name} ${count}`).toBe('SIGKILL')
    if (copy.engine === 'postgres') await waitUntilDisconnected(copy)
  },
})

// Messages between threads and output to us are also writes, but do not matter here.
const isOfDisk = ({ name, text }: SystemCall) =>
  name !== 'write' || !/<(pipe|anon_inode|socket|UNIX|TCP|\/dev)/.test(text)

/** Numbers the calls per thread and name, as strace counts them. */
function numberedByThread(calls: SystemCall[]): (SystemCall & { count: number })[] {
  const counts = new Map<string, number>()
  return calls.map(call => {
    const key = `${call.thread} ${call.name}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { ...call, count: counts.get(key) ?? 0 }
  })
}

/**
 * Chooses half of the points where the database itself is written, a quarter among rare calls, and the rest
 * evenly over the run.
 */
function chooseCalls(all: DiskCall[], wanted: number): DiskCall[] {
  const rare = all.filter(({ name }) => name !== 'pwrite64' && name !== 'write')
  const own = all.filter(({ isOfDatabase }) => isOfDatabase)
  const chosen = new Map<string, DiskCall>()
  for (const call of [
    ...spread(own, Math.ceil(wanted / 2)),
    ...spread(rare, Math.ceil(wanted / 4)),
    ...spread(all, wanted),
  ])
    chosen.set(`${call.name} ${call.count}`, call)
  return [...chosen.values()].slice(0, wanted)
}
