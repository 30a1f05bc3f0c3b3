import { monitorEventLoopDelay } from 'node:perf_hooks'
import { randomNumbers } from '../../reliability/random.ts'
import { openBrowser } from './browser.ts'
import { acts, type Diner, openHome, pollAlerts, type World } from './people.ts'
import { newRecording, type Recording } from './record.ts'
import { keepTo, moments } from './schedule.ts'
import type { Town } from './town.ts'

export type Crowd = {
  record: Recording
  /** Resolves once the last request that was due in time has its response. */
  ended: Promise<void>
  /**
   * The p99 event loop lag of this process: the part of the latencies that is due to the generator itself.
   */
  ownLagMs: () => number
  stop: () => void
}

const usualPeople = 300
const pollEvery = 60

/**
 * Lets people arrive during the first part of the time and do what people do at noon, each with one of the
 * servers. The rates are scaled to the number of people.
 */
export function gather(
  town: Town,
  origins: string[],
  {
    people,
    seconds,
    arriving = Math.min(60, seconds / 3),
    seed = 12,
  }: {
    people: number
    seconds: number
    arriving?: number
    seed?: number
  },
): Crowd {
  const record = newRecording()
  const stopping = new AbortController()
  const { signal } = stopping
  const random = randomNumbers(seed)
  const browserOf = (person: { cookie: string; network: string }, i: number) =>
    openBrowser({ ...person, origin: origins[i % origins.length] ?? '', record })
  const diners: Diner[] = town.people.slice(0, people).map((person, i) => ({
    ...person,
    browser: browserOf(person, i),
    hasPictures: false,
    hearts: [],
    lunch: null,
  }))
  const admin = browserOf(town.admin, 0)
  const world: World = { town, admin, random, open: [] }
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()

  const start = performance.now()
  const time = { start, seconds, signal }
  const underWay = new Set<Promise<unknown>>()
  const follow = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const arrivals = diners.map((diner, i) => ({ diner, at: ((i + 0.5) * arriving) / people }))
  const present = () => {
    const passed = (performance.now() - start) / 1000
    return Math.max(1, arrivals.filter(({ at }) => at < passed).length)
  }
  const someone = () => diners[random(present())] as Diner

  const ended = (async () => {
    const all = [
      ...arrivals.flatMap(({ diner, at }) => [
        keepTo([at], time, due => follow(openHome(world, diner, due))),
        keepTo(every(pollEvery, at + pollEvery), time, due => follow(pollAlerts(diner, due))),
      ]),
      ...acts.map(({ perMinute, run }) =>
        keepTo(moments((perMinute * people) / usualPeople, random), time, due =>
          follow(run(world, someone(), due)),
        ),
      ),
    ]
    await Promise.all(all)
    await Promise.all(underWay)
  })()
  return {
    record,
    ended,
    ownLagMs: () => lag.percentile(99) / 1e6,
    stop: () => {
      stopping.abort()
      lag.disable()
      for (const browser of [...diners.map(diner => diner.browser), admin]) browser.close()
    },
  }
}

function* every(seconds: number, first: number): Generator<number> {
  for (let at = first; ; at += seconds) yield at
}
