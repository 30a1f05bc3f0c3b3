import { addressOf, type CallInput } from '#contract/endpoint.ts'
import { changeLunch, type Lunch, lunchEvents, startLunch } from '#contract/lunches.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Engine } from '#server/database/dialect.ts'
import { prepareInstallation } from '#server/features/installation/prepare-installation.ts'
import { callEndpoint } from '#server/testing/caller.ts'
import { eventOf, readBlocks } from '#server/testing/read-events.ts'
import { newDatabase } from './databases.ts'
import { table } from './figures.ts'
import { fillPlaces, type Person } from './fill.ts'
import { type Running, start } from './processes.ts'
import { median } from './statistics.ts'

export type MeasuredEvents = {
  engine: Engine
  streams: number
  /** The memory that the streams added to the server. */
  memoryMb: number
  /** Processor time per second while nothing happens. */
  idleMs: number
  /** Processor time per change, including its own request. */
  changeMs: number
  /**
   * Milliseconds from the request of each change until all streams have it: changed in the same process, or
   * in another one.
   */
  sameProcess: number[]
  otherProcess: number[]
}

const streams = 300
const changes = 30
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Measures what many open streams cost, and how soon a change has reached all of them. */
export async function measureEvents(engine: Engine): Promise<MeasuredEvents> {
  const database = await newDatabase(engine)
  const deps = await createDeps(readConfig(database.environment))
  const servers: Running[] = []
  const leaving = new AbortController()
  try {
    await prepareInstallation(deps)
    const people = await fillPlaces(deps.db, { signedIn: streams + 1 })
    const [host, ...others] = people as [Person, ...Person[]]
    const places = await deps.db.selectFrom('restaurants').select('id').limit(8).execute()
    for (let i = 0; i < 2; i += 1) servers.push(await start('./server.ts', { env: database.environment }))
    const [server, other] = servers as [Running, Running]
    const lunch = await startLunchOf(
      host,
      server.origin,
      places.map(({ id }) => id),
    )

    // Warm up, so that memory the server needs anyway is not attributed to the streams.
    for (let i = 0; i < 50; i += 1) await change(host, server.origin, lunch, `warm ${i}`)
    await pause(2_000)
    const before = await server.usage()
    const arrivals: { version: number; at: number }[][] = others.map(() => [])
    for (const [index, person] of others.entries()) {
      const response = await fetch(server.origin + addressOf(lunchEvents), {
        headers: { cookie: person.cookie },
        signal: leaving.signal,
      })
      void readBlocks(response, block => {
        const event = eventOf(block)
        if (event?.event === 'lunch')
          arrivals[index]?.push({ version: (event.data as Lunch).version, at: event.at })
      })
    }
    await pause(2_000)

    const atRest = await server.usage()
    await pause(10_000)
    const rested = await server.usage()
    const idleMs = (rested.cpuMs - atRest.cpuMs) / 10

    const changed = async (origin: string) => {
      const began = performance.now()
      const { version } = await change(host, origin, lunch, `change ${began}`)
      const has = (arrived: { version: number }[]) => (arrived.at(-1)?.version ?? 0) >= version
      while (!arrivals.every(has)) {
        if (performance.now() - began > 10_000) throw new Error('a stream has missed a change')
        await pause(1)
      }
      return Math.max(...arrivals.map(arrived => arrived.at(-1)?.at ?? 0)) - began
    }
    const rounds = async (origin: string) => {
      const delays: number[] = []
      for (let i = 0; i < changes; i += 1) {
        delays.push(await changed(origin))
        await pause(100)
      }
      return delays
    }
    const [cpu, clock] = [(await server.usage()).cpuMs, performance.now()]
    const sameProcess = await rounds(server.origin)
    const after = await server.usage()
    const rest = ((performance.now() - clock) / 1000) * idleMs
    const otherProcess = await rounds(other.origin)
    return {
      engine,
      streams,
      memoryMb: after.rssMb - before.rssMb,
      idleMs,
      changeMs: (after.cpuMs - cpu - rest) / changes,
      sameProcess,
      otherProcess,
    }
  } finally {
    leaving.abort()
    for (const server of servers) await server.stop()
    await deps.db.destroy()
    await database.remove()
  }
}

const as =
  ({ cookie }: Person, origin: string) =>
  (path: string, init: RequestInit) =>
    fetch(origin + path, { ...init, headers: { ...init.headers, cookie } })

async function startLunchOf(host: Person, origin: string, restaurantIds: number[]): Promise<Lunch> {
  const leavesAt = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const body: CallInput<typeof startLunch>['body'] = { campusCode: 'arden', leavesAt, restaurantIds }
  const { status, body: lunch } = await callEndpoint(as(host, origin), startLunch, { body })
  if (status !== 201) throw new Error(`the lunch was answered with ${status}`)
  return lunch
}

async function change(host: Person, origin: string, { id }: Lunch, note: string): Promise<Lunch> {
  const { status, body } = await callEndpoint(as(host, origin), changeLunch, {
    params: { id },
    body: { note },
  })
  if (status !== 200) throw new Error(`a change was answered with ${status}`)
  return body
}

export function reportEvents(measured: MeasuredEvents[]): string {
  const delays = (values: number[]) =>
    `${Math.round(median(values))} ms (at most ${Math.round(Math.max(...values))})`
  return table(
    [
      'engine',
      'streams',
      'memory for all',
      'CPU per change',
      'CPU per idle second',
      'until the last stream',
      'from another process',
    ],
    measured.map(({ engine, streams: count, memoryMb, idleMs, changeMs, sameProcess, otherProcess }) => [
      engine,
      String(count),
      `${Math.round(memoryMb)} MB`,
      `${changeMs.toFixed(1)} ms`,
      `${idleMs.toFixed(1)} ms`,
      delays(sameProcess),
      delays(otherProcess),
    ]),
  )
}
