/** D-18: a server that ends on its own because of an unhandled error or a lack of memory. */
import { setTimeout } from 'node:timers/promises'
import { createBackup } from '#contract/backups.ts'
import { listRestaurants } from '#contract/restaurants.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { call, type Person, signIn } from './client.ts'
import { fill } from './fill.ts'
import {
  type Installation,
  newInstallation,
  prepare,
  type Server,
  startServer,
  withDeps,
} from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { type Load, prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => {
  const needs = needsOf(engine)
  return [
    {
      id: 'D-18',
      what: 'an unhandled error under 16 writers: the process logs one line and exits with an error status, and no acknowledged write is lost',
      engine,
      needs,
      isLong: true,
      measure: scale => rejectUnhandled(engine, scale),
    },
    {
      id: 'D-18',
      what: 'little memory, or a leak, under 16 writers, readers and backups: the server works, or exits with a reason and an error status, and no acknowledged write is lost',
      engine,
      needs,
      isLong: true,
      measure: scale => limitMemory(engine, scale),
    },
  ]
})

const surprises = 5

async function rejectUnhandled(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  const flags = ['--import', new URL('./unhandled-rejection.ts', import.meta.url).href]
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    let slowest = 0
    for (let turn = 0; turn < surprises; turn += 1) {
      const server = await startServer(installation, { flags })
      const stop = new AbortController()
      const writing = writeUntil(load, [server.origin], { signal: stop.signal })
      await setTimeout(1_000)
      const start = performance.now()
      server.kill('SIGUSR2')
      const { code } = await Promise.race([server.ended, setTimeout(endsWithin * 1000, { code: 'nothing' })])
      slowest = Math.max(slowest, (performance.now() - start) / 1000)
      stop.abort()
      await writing
      expectThat(code === 1, `it ended with ${code}: ${server.output().slice(-500)}`)
      const line = server.output().trimEnd().split('\n').at(-1) ?? ''
      const { level, err, msg } = JSON.parse(line)
      // In pino, level 60 is fatal.
      expectThat(level === 60 && err.message === 'a promise that nobody waits for', `it said: ${line}`)
      expectThat(msg === 'stopped by an uncaught error', `it said: ${msg}`)
      await expectKept(installation, load)
    }
    return `${surprises} runs: exit 1 and one log line; ${load.ledger.acknowledged} writes acknowledged, 0 lost; slowest exit ${slowest.toFixed(1)} s`
  } finally {
    await installation.remove()
  }
}

/**
 * V8's heap limit. The lowest is too small for a start; with a leak, a limit that suffices at first is
 * exceeded later.
 */
type Limit = { megabytes: number; leaks?: boolean }

const limits: Limit[] = [{ megabytes: 128 }, { megabytes: 32 }, { megabytes: 96, leaks: true }]

const leak = ['--import', new URL('./leak.ts', import.meta.url).href]

/** In seconds: how long each server is under load, and how long it may take to end or recover. */
const [underLoad, endsWithin] = [6, 60]

async function limitMemory(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  try {
    await prepare(installation)
    const { load, root } = await withDeps(installation, async deps => {
      await fill(deps, { users: 200, restaurants: 300, ratings: 10_000, images: 10 })
      return { root: await signIn(deps, await peopleOf(deps).superUser()), load: await prepareLoad(deps) }
    })
    const outcomes: string[] = []
    for (const { megabytes, leaks = false } of limits) {
      const flags = [`--max-old-space-size=${megabytes}`, ...(leaks ? leak : [])]
      const server = await startServer(installation, { flags }).catch((error: Error) => error)
      const what =
        server instanceof Error
          ? `no start, ${reasonIn(server.message)}`
          : await serveOrEnd(server, { load, root, leaks })
      outcomes.push(`${megabytes} MB${leaks ? ' and a leak' : ''}: ${what}`)
      await expectKept(installation, load)
    }
    return `${outcomes.join('; ')}; ${load.ledger.acknowledged} writes acknowledged, 0 lost`
  } finally {
    await installation.remove()
  }
}

type Trial = { load: Load; root: Person; leaks: boolean }

/** Under load, the server must either serve until it is told to stop, or end and log the reason. */
async function serveOrEnd(server: Server, { load, root, leaks }: Trial): Promise<string> {
  const before = load.ledger.acknowledged
  const stop = new AbortController()
  const { signal } = stop
  const again = async (work: () => Promise<unknown>) => {
    while (!signal.aborted && (await work().catch(() => null))) await setTimeout(10)
  }
  let [replies, hasEnded] = [0, false]
  const start = performance.now()
  void server.ended.then(() => {
    hasEnded = true
  })
  const busy = Promise.all([
    writeUntil(load, [server.origin], { signal }),
    again(() => call(server.origin, root, createBackup, { body: { includeImages: true } })),
    ...Array.from({ length: 20 }, () =>
      again(async () => {
        const reply = await call(server.origin, root, listRestaurants)
        replies += 1
        return reply
      }),
    ),
  ])
  await Promise.race([server.ended, setTimeout(underLoad * 1000)])
  // The leak begins under load, not before.
  if (leaks && !hasEnded) server.kill('SIGUSR2')
  if (leaks) await Promise.race([server.ended, setTimeout(endsWithin * 1000)])
  stop.abort()
  const isOver = await Promise.race([busy.then(() => true), setTimeout(endsWithin * 1000, false)])
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  expectThat(isOver || hasEnded, `${endsWithin} s after the load it neither serves nor ends`)
  const written = load.ledger.acknowledged - before
  if (!hasEnded) server.kill('SIGTERM')
  const { code, signal: by } = await server.ended
  await busy
  expectThat(!leaks || code !== 0, `a leak did not end it within ${endsWithin} s`)
  if (code === 0) return `${written} writes and ${replies} list reads`
  return `after ${seconds} s and ${written} writes ${reasonIn(`ended with ${by ?? code}:\n${server.output()}`)}`
}

/** The process must have ended with a status that supervisors notice, and with a reason. */
function reasonIn(said: string): string {
  const [, status] = /ended with (\w+)/.exec(said) ?? []
  // V8's own message, or that of a library that allocates memory itself.
  const [, reason] =
    /((?:FATAL ERROR|# Fatal[^:\n]*): [^\n]+|memory allocation of \d+ bytes failed)/.exec(said) ?? []
  expectThat(status !== undefined && status !== '0', `it ended with ${status}`)
  expectThat(reason !== undefined, `it ended without a reason: ${said.slice(-4_000)}`)
  return `ended with ${status} (“${reason}”)`
}

/** A restart must work without manual repair and find all acknowledged writes. */
async function expectKept(installation: Installation, load: Load): Promise<void> {
  const server = await startServer(installation)
  server.kill('SIGKILL')
  await server.ended
  await withDeps(installation, async ({ db }) => {
    expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
  })
}
