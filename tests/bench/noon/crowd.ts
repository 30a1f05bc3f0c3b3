import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { randomNumbers } from '#tests/support/samples/random.ts'
import type { Person } from '../fill.ts'
import { openBrowser } from './browser.ts'
import type { Recording } from './results.ts'
import { actions, arrive, type Shared, type SimulatedUser } from './simulated-users.ts'

const usualPeople = 300

/**
 * Lets people arrive during the first part of the time and do what people do at noon. The rates are scaled to the number
 * of people. Everything happens when it is due, even if earlier work is still running: a server that stalls gets the same
 * load. Resolves once the last request that was due in time has its response.
 */
export async function playCrowd(
  origin: string,
  people: Person[],
  known: Pick<Shared, 'home' | 'places'>,
  seconds: number,
) {
  const record: Recording = { requests: [], lostStreams: 0 }
  const random = randomNumbers(12)
  const shared: Shared = { ...known, random, open: [] }
  const campuses = [...known.places.keys()]
  const users: SimulatedUser[] = people.map(person => ({
    ...person,
    // All people of a campus share one address; the loopback network has many.
    browser: openBrowser(origin, person.cookie, `127.0.1.${campuses.indexOf(person.campusCode) + 1}`, record),
    lunch: null,
  }))
  const arriving = Math.min(60, seconds / 2)
  const arrivals = users.map((user, i) => ({ user, at: ((i + 0.5) * arriving) / users.length, run: arrive }))
  const deeds = actions.flatMap(({ perMinute, run }) =>
    randomTimes((perMinute * users.length) / usualPeople, seconds, random).map(at => {
      const arrived = arrivals.filter(arrival => arrival.at < at).length
      return { user: users[random(Math.max(1, arrived))] as SimulatedUser, at, run }
    }),
  )

  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const start = performance.now()
  const underWay: Promise<unknown>[] = []
  for (const { user, at, run } of [...arrivals, ...deeds].toSorted((a, b) => a.at - b.at)) {
    const due = start + at * 1000
    if (due > performance.now()) await setTimeout(due - performance.now())
    underWay.push(run(shared, user, due))
  }
  await Promise.all(underWay)
  for (const { browser } of users) browser.close()
  // The lag of this process is the part of the latencies that is due to the generator itself.
  return { ...record, ownLagMs: lag.percentile(99) / 1e6 }
}

/** The times, in ascending seconds, of an event that happens `perMinute` times on average, as in a Poisson process. */
function randomTimes(perMinute: number, end: number, random: Shared['random']): number[] {
  const times: number[] = []
  const next = (at: number) => at - (Math.log(1 - random(1e9) / 1e9) * 60) / perMinute
  for (let at = next(0); at < end; at = next(at)) times.push(at)
  return times
}
