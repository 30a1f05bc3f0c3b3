import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { login } from '#features/accounts/sessions-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { withDeps } from '#tests/support/backups/installation.ts'
import { peopleOf, testPassword } from '#tests/support/people/people.ts'
import { call, waitUntilReady } from './support/client.ts'
import { engines, expectKept, install, serveUnderLoad } from './support/harness.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** In milliseconds. All of them stay before the end of the lunch's vote. */
const jumps = [-hour, hour, -hour, 5 * hour, -5 * minute, 0]
/** In seconds: far less than waiting for the clock to catch up, and far more than a busy machine needs. */
const patience = 30

test.each(engines)(
  'the machine’s clock jumps under 16 writers, then by 31 days: no write is lost or rejected, and users can sign in again (%s) [D-15]',
  async engine => {
    const installation = await install(engine)
    const file = join(installation.dataDir, 'clock')
    const set = async (offset: number) => {
      await writeFile(file, String(offset))
      await setTimeout(100)
    }
    await set(0)
    const { ana, restaurantId } = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      return { ana: await make.user(), restaurantId: (await make.restaurant()).id }
    })
    const falseClock = fileURLToPath(new URL('false-clock.ts', import.meta.url))
    const env = { FALSE_CLOCK: file, NODE_OPTIONS: `--import=${falseClock}` }
    const { load, server, origin, writing } = await serveUnderLoad(installation, { env, isPatient: true })
    for (const offset of jumps) {
      await set(offset)
      const before = load.ledger.acknowledged
      await setTimeout(1_500)
      await waitUntilReady(origin, patience)
      expect(load.ledger.acknowledged, `${offset / minute} minutes off`).toBeGreaterThan(before)
    }
    await writing.stop()
    expect(writing.seen.slowest).toBeLessThan(patience)
    await expectKept(installation, load)

    const signInAndRate = async (value: number) => {
      const body = { email: ana.email, password: testPassword }
      const { status, headers } = await call(origin, null, login, { body })
      expect(status).toBe(200)
      const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const input = { body: { restaurantId, value } }
      const rated = await call(origin, { id: ana.id, cookie }, createRating, input)
      expect(rated.status).toBeLessThanOrEqual(201)
    }
    await set(31 * day)
    await signInAndRate(1)
    await set(0)
    await signInAndRate(5)
    expect(server.output()).not.toMatch(/"level":[56]0/)
  },
)
