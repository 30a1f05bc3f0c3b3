/** D-19: a disk that is slow for a while, or hangs. (postgres-disk.ts covers the disk of PostgreSQL.) */
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { findCorruption } from './actual-states.ts'
import { call } from './client.ts'
import { prepareRaters, rateAll } from './fsync.ts'
import { newInstallation, withDeps, withServer } from './installation.ts'
import { expectNone, expectThat, type Scale, type Scenario } from './scenario.ts'
import { newTrace } from './strace.ts'

export const scenarios: Scenario[] = [
  {
    id: 'D-19',
    what: 'a disk that is slow to sync for a while: writes wait, none is refused or lost, and the server recovers',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: slowSyncs,
  },
  {
    id: 'D-19',
    what: 'a disk that hangs for six seconds: writes wait, none is lost, and the server recovers',
    engine: 'sqlite',
    needs: ['strace'],
    isLong: true,
    measure: hangOnce,
  },
]

async function slowSyncs(scale: Scale): Promise<string> {
  const installation = await newInstallation('sqlite', scale)
  const delay = 100
  const [first, last] = [40, 100]
  const trace = await newTrace({
    calls: ['fsync', 'fdatasync'],
    inject: `fsync,fdatasync:delay_enter=${delay * 1000}:when=${first}..${last}`,
  })
  const writes = 240
  try {
    const people = await prepareRaters(installation, writes)
    const { times, statuses, read } = await withServer(
      installation,
      async ({ origin }) => {
        const times: number[] = []
        const statuses: number[] = []
        for (const person of people) {
          const start = performance.now()
          statuses.push(...(await rateAll(origin, [person])))
          times.push(performance.now() - start)
        }
        const read = await call(origin, people[0]?.who ?? null, listCampusRestaurants, {
          params: { campusCode: 'arden' },
        })
        return { times, statuses, read }
      },
      { wrapper: trace.wrapper },
    )
    const kept = await withDeps(installation, ({ db }) => db.selectFrom('ratings').select('userId').execute())
    const slow = times.filter(time => time >= delay).length
    const [longest, atLast] = [Math.max(...times), times.at(-1) ?? 0]
    expectThat(
      statuses.every(status => status === 201),
      `answers were ${[...new Set(statuses)].join(', ')}`,
    )
    expectThat(kept.length === writes, `${kept.length} of ${writes} writes were kept`)
    expectThat(slow >= 10, `only ${slow} writes met the slow disk`)
    expectThat(atLast < delay && read.status === 200, 'it was still slow after the disk had recovered')
    return `${writes} writes, ${slow} of them while each sync took ${delay} ms more: all kept; the slowest took ${Math.round(longest)} ms, the last ${Math.round(atLast)} ms`
  } finally {
    await trace.remove()
    await installation.remove()
  }
}

async function hangOnce(scale: Scale): Promise<string> {
  const installation = await newInstallation('sqlite', scale)
  const inject = `fsync,fdatasync:delay_enter=${hang * 1000}:when=40`
  const trace = await newTrace({ calls: ['fsync', 'fdatasync'], inject })
  try {
    const writes = await prepareRaters(installation, 160)
    const answers = await withServer(
      installation,
      async ({ origin }) => {
        const answers: { status: number; time: number }[] = []
        // Always sixteen at a time; those behind the sync that hangs wait with it.
        const one = async () => {
          for (let write = writes.pop(); write; write = writes.pop()) {
            const start = performance.now()
            const [status = 0] = await rateAll(origin, [write])
            answers.push({ status, time: performance.now() - start })
          }
        }
        await Promise.all(Array.from({ length: 16 }, one))
        return answers
      },
      { wrapper: trace.wrapper },
    )
    const kept = await withDeps(installation, async ({ db }) => {
      expectNone(await findCorruption(db))
      return db.selectFrom('ratings').select('userId').execute()
    })
    expectNone(
      answers
        .filter(({ status }) => status !== 201)
        .map(({ status }) => `a write was answered with ${status}`),
    )
    expectThat(kept.length === answers.length, `${kept.length} of ${answers.length} writes were kept`)
    const waited = answers.filter(({ time }) => time >= hang / 2).length
    const [longest, last] = [Math.max(...answers.map(({ time }) => time)), answers.at(-1)?.time ?? 0]
    expectThat(waited > 0 && longest >= hang, `the slowest write took ${Math.round(longest)} ms`)
    expectThat(last < hang / 2, `the last write still took ${Math.round(last)} ms`)
    return `${answers.length} writes, ${waited} of which waited for the disk, at most ${(longest / 1000).toFixed(1)} s: all kept; the last took ${Math.round(last)} ms`
  } finally {
    await trace.remove()
    await installation.remove()
  }
}

/** In milliseconds; longer than SQLite waits for a lock. */
const hang = 6_000
