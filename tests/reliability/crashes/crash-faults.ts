/**
 * Where an operation is interrupted: at a system call, at a message to PostgreSQL, or by a crash of
 * PostgreSQL itself.
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import { others, withClient, within } from '#tests/reliability/support/harness.ts'
import { type Installation, launchScript } from '#tests/support/backups/installation.ts'
import {
  type Fate,
  type FaultyProxy,
  isCommit,
  type Message,
  startFaultyProxy,
} from '#tests/support/processes/faulty-proxy.ts'
import type { Process } from '#tests/support/processes/launch.ts'
import { newTrace, type SystemCall, type Trace, writingCalls } from '#tests/support/processes/strace.ts'
import type { Operation } from './crash-operations.ts'

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

/** System calls are counted per thread. With one thread for files, a call has the same number in every run. */
const launchTraced = async (operation: Operation, copy: Installation, { wrapper }: Trace, env = {}) =>
  launchScript(operation.script, copy, {
    args: await operation.args(copy),
    env: { ...env, UV_THREADPOOL_SIZE: '1' },
    wrapper,
  })

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
  await throughProxy(copy, see, async env => {
    const { ended, output } = await launchTraced(operation, copy, trace, env)
    expect((await ended).code, output()).toBe(0)
  })
  const own = join(copy.dataDir, sqliteFileName)
  const calls = numberedByThread(await trace.calls())
    .map(call => ({ ...call, isOfDatabase: call.text.includes(own) }))
    .filter(call => isOfDisk(call) && (copy.engine === 'sqlite' || call.text.includes(copy.dataDir)))
  return { calls, requests, commits }
}

/** Chooses the points. On PostgreSQL a fifth are crashes of PostgreSQL, and a tenth are file operations. */
export function choosePoints({ calls, requests, commits }: Observation, requested: number): Point[] {
  if (requests === 0) return chooseCalls(calls, requested).map(killAtSystemCall)
  const crashes = Math.ceil(requested / 5)
  const files = chooseCalls(calls, Math.floor(requested / 10))
  const lost = spread(oneTo(commits.length), Math.floor(crashes / 3))
  // Around each commit: at the COMMIT message itself, and at the message before it.
  const around = [...new Set(commits.flatMap(count => [count - 1, count]))]
  const near = spread(around, Math.floor(requested / 5))
  const others = oneTo(requests).filter(count => !near.includes(count))
  return [
    ...near.map(killAtMessage),
    ...spread(others, requested - crashes - files.length - near.length).map(killAtMessage),
    ...files.map(killAtSystemCall),
    ...spread(oneTo(requests), crashes - lost.length).map(crashPostgresAtMessage),
    ...lost.map(crashPostgresAfterCommit),
  ]
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** At most `count` items, evenly distributed over all. */
const spread = <T>(all: T[], count: number): T[] =>
  all.filter(
    (_, index) => Math.floor((index * count) / all.length) < Math.floor(((index + 1) * count) / all.length),
  )

const killAtMessage = (count: number): Point =>
  atMessage(`killed at message ${count}`, ({ requests, direction }, launched) => {
    if (requests === count && direction === 'request') launched.kill('SIGKILL')
    return 'delivered'
  })

// The parent process then ends all other backends and recovers from the log.
const crashPostgresAtMessage = (count: number): Point => ({
  ...atMessage(`PostgreSQL crashed at message ${count}`, ({ requests, direction, backend }) => {
    if (requests === count && direction === 'request' && backend) process.kill(backend, 'SIGKILL')
    return 'delivered'
  }),
  runsAlone: true,
})

const crashPostgresAfterCommit = (count: number): Point => {
  let commits = 0
  const crash = ({ bytes, direction, backend }: Message) => {
    if (direction === 'response' && isCommit(bytes)) commits += 1
    else return 'delivered'
    if (commits !== count || !backend) return 'delivered'
    process.kill(backend, 'SIGKILL')
    return 'reset'
  }
  return { ...atMessage(`PostgreSQL crashed after commit ${count}`, crash), runsAlone: true }
}

const atMessage = (name: string, decide: (message: Message, launched: Process) => Fate): Point => ({
  name,
  inject: async (operation, copy) => {
    const args = await operation.args(copy)
    let launched: Process | undefined
    const decideFate = (message: Message) => (launched ? decide(message, launched) : 'delivered')
    await throughProxy(copy, decideFate, async env => {
      launched = launchScript(operation.script, copy, { args, env })
      // A quiet machine takes seconds, whatever was lost.
      const isOver = await Promise.race([launched.ended, setTimeout(180_000, null, { ref: false })])
      if (!isOver) launched.kill('SIGKILL')
      expect(isOver, launched.output().slice(-500)).not.toBe(null)
    })
    await waitUntilDisconnected(copy)
  },
})

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

/** Waits until PostgreSQL has noticed that the process is gone: it may still execute what was sent. */
async function waitUntilDisconnected(copy: Installation): Promise<void> {
  const isAlone = () =>
    withClient(copy, async client => (await client.query(`select 1 ${others}`)).rowCount === 0).catch(
      () => false,
    )
  expect(await within(15, isAlone, 50), 'PostgreSQL has no connections of a process that is gone').toBe(true)
}

const killAtSystemCall = ({ name, count }: DiskCall): Point => ({
  name: `killed at ${name} ${count}`,
  inject: async (operation, copy) => {
    const trace = await newTrace({ calls: [name], inject: `${name}:signal=KILL:when=${count}` })
    const { ended } = await launchTraced(operation, copy, trace)
    const { signal } = await ended
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
function chooseCalls(all: DiskCall[], requested: number): DiskCall[] {
  const rare = all.filter(({ name }) => name !== 'pwrite64' && name !== 'write')
  const own = all.filter(({ isOfDatabase }) => isOfDatabase)
  const chosen = new Map<string, DiskCall>()
  for (const call of [
    ...spread(own, Math.ceil(requested / 2)),
    ...spread(rare, Math.ceil(requested / 4)),
    ...spread(all, requested),
  ])
    chosen.set(`${call.name} ${call.count}`, call)
  return [...chosen.values()].slice(0, requested)
}
