import { monitorEventLoopDelay } from 'node:perf_hooks'
import { randomNumbers } from '#tests/support/samples/random.ts'
import { openBrowser } from './browser.ts'
import { Recording } from './record.ts'
import type { SampleData } from './sample-data.ts'
import { followSchedule, poissonTimes } from './schedule.ts'
import { actions, openHome, pollAlerts, type Shared, type SimulatedUser } from './simulated-users.ts'

type Pace = { people: number; seconds: number; arriving: number; seed?: number }

const usualPeople = 300
const pollEvery = 60

/**
 * Lets people arrive during the first part of the time and do what people do at noon, each with one of the
 * servers. The rates are scaled to the number of people.
 */
export function startCrowd(
  data: SampleData,
  home: string[],
  origins: string[],
  { people, seconds, arriving, seed = 12 }: Pace,
) {
  const record = new Recording()
  const stopping = new AbortController()
  const { signal } = stopping
  const random = randomNumbers(seed)
  const users: SimulatedUser[] = data.people.slice(0, people).map((person, i) => ({
    ...person,
    browser: openBrowser(origins[i % origins.length] ?? '', person, record),
    hasPictures: false,
    favorites: [],
    lunch: null,
  }))
  const shared: Shared = { data, home, random, open: [] }
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()

  const start = performance.now()
  const time = { start, seconds, signal }
  const underWay = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const arrivals = users.map((user, i) => ({ user, at: ((i + 0.5) * arriving) / people }))
  const someone = () => {
    const arrived = arrivals.filter(({ at }) => start + at * 1000 < performance.now())
    return users[random(Math.max(1, arrived.length))] as SimulatedUser
  }

  const ended = (async () => {
    const all = [
      ...arrivals.flatMap(({ user, at }) => [
        followSchedule([at], time, due => track(openHome(shared, user, due))),
        followSchedule(every(pollEvery, at + pollEvery), time, due => track(pollAlerts(user, due))),
      ]),
      ...actions.map(({ perMinute, run }) =>
        followSchedule(poissonTimes((perMinute * people) / usualPeople, random), time, due =>
          track(run(shared, someone(), due)),
        ),
      ),
    ]
    await Promise.all(all)
    await Promise.all(underWay)
  })()
  return {
    record,
    /** Resolves once the last request that was due in time has its response. */
    ended,
    /** The p99 event loop lag of this process: the part of the latencies that is due to the generator itself. */
    ownLagMs: () => lag.percentile(99) / 1e6,
    stop: () => {
      stopping.abort()
      lag.disable()
      for (const { browser } of users) browser.close()
    },
  }
}

function* every(seconds: number, first: number): Generator<number> {
  for (let at = first; ; at += seconds) yield at
}
