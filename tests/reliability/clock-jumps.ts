/** D-15: the machine's clock is changed while the server is running. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRating } from '#contract/ratings.ts'
import { getViewer, login } from '#contract/sessions.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf, testPassword } from '#server/testing/people.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { call, signIn, waitUntilReady } from './client.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-15',
  what: 'the machine’s clock jumps under 16 writers, then by 31 days: no write is lost or refused, sessions expire, and users can sign in again',
  engine,
  needs: needsOf(engine),
  isLong: true,
  measure: scale => setClock(engine, scale),
}))

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** In milliseconds. Each lasts for `stays`, and all of them stay before the end of the lunch's vote. */
const jumps = [-hour, hour, -hour, 5 * hour, -5 * minute, 0]
const stays = 1_500
/** In seconds: far less than waiting for the clock to catch up, and far more than a busy machine needs. */
const patience = 30

async function setClock(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  const file = join(installation.dataDir, 'clock')
  const set = (offset: number) => writeFile(file, String(offset))
  const env = { FALSE_CLOCK: file, NODE_OPTIONS: `--import=${fileURLToPath(falseClock)}` }
  try {
    await set(0)
    await prepare(installation)
    const { load, ana, restaurantId, session } = await withDeps(installation, async deps => {
      const load = await prepareLoad(deps)
      const make = peopleOf(deps)
      const ana = await make.user()
      return { load, ana, restaurantId: (await make.restaurant()).id, session: await signIn(deps, ana) }
    })
    return await withServer(
      installation,
      async ({ origin, output }) => {
        let longest = 0
        const writers = load.writers.map(write => async (origin: string) => {
          const start = performance.now()
          const status = await write(origin)
          longest = Math.max(longest, (performance.now() - start) / 1000)
          return status
        })
        const stop = new AbortController()
        const writing = writeUntil({ ...load, writers }, [origin], { signal: stop.signal, isPatient: true })
        for (const offset of jumps) {
          await set(offset)
          const before = load.ledger.acknowledged
          await setTimeout(stays)
          await waitUntilReady(origin, patience)
          const written = load.ledger.acknowledged - before
          expectThat(written > 0, `nothing was written with a clock that is ${offset / minute} minutes off`)
        }
        stop.abort()
        await writing
        expectThat(longest < patience, `an answer took ${longest.toFixed(1)} s`)
        await withDeps(installation, async ({ db }) => {
          expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
        })

        await set(31 * day)
        await setTimeout(100)
        const { email } = ana
        const statusOf = async (cookie: string) =>
          (await call(origin, { id: ana.id, cookie }, getViewer)).status
        const signInAgain = async () => {
          const { status, headers } = await call(origin, null, login, {
            body: { email, password: testPassword },
          })
          expectThat(status === 200, `signing in was answered with ${status}`)
          return headers.getSetCookie()[0]?.split(';')[0] ?? ''
        }
        const rate = async (cookie: string, value: number) => {
          const { status } = await call(origin, { id: ana.id, cookie }, createRating, {
            body: { restaurantId, value },
          })
          expectThat(status === 200 || status === 201, `a rating was answered with ${status}`)
        }
        const late = await statusOf(session.cookie)
        expectThat(late === 401, `a month ahead, an earlier session is answered with ${late}`)
        await rate(await signInAgain(), 1)
        await set(0)
        await setTimeout(100)
        await rate(await signInAgain(), 5)
        expectThat(!/"level":[56]0/.test(output()), `it said: ${output().slice(-1_000)}`)
        const off = jumps.map(offset => offset / minute).join(', ')
        return `${off} minutes off: ${load.ledger.acknowledged} writes acknowledged, 0 lost, the slowest took ${longest.toFixed(1)} s; 31 days ahead: an old session 401, a new sign-in and a write work; set right: the same`
      },
      { env },
    )
  } finally {
    await installation.remove()
  }
}

const falseClock = new URL('false-clock.ts', import.meta.url)
