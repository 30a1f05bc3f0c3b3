import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { waitUntilReady } from './client.ts'
import { engines, expectKept, install, loadFor, serve, startWriting } from './harness.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** In milliseconds. All of them stay before the end of the lunch's vote. */
const jumps = [-hour, hour, -hour, 5 * hour, -5 * minute, 0]
/** In seconds: far less than waiting for the clock to catch up, and far more than a busy machine needs. */
const patience = 30

test.each(engines)(
  'the machine’s clock jumps under 16 writers, then by 31 days: no write is lost or rejected, and the server stays ready (%s) [D-15]',
  async engine => {
    const installation = await install(engine)
    const file = join(installation.dataDir, 'clock')
    const set = async (offset: number) => {
      await writeFile(file, String(offset))
      await setTimeout(100)
    }
    await set(0)
    const load = await loadFor(installation)
    const falseClock = fileURLToPath(new URL('false-clock.ts', import.meta.url))
    const env = { FALSE_CLOCK: file, NODE_OPTIONS: `--import=${falseClock}` }
    const { origin, output } = await serve(installation, { env })
    const { seen, stop } = startWriting(load, [origin], true)
    for (const offset of jumps) {
      await set(offset)
      const before = load.ledger.acknowledged
      await setTimeout(1_500)
      await waitUntilReady(origin, patience)
      expect(load.ledger.acknowledged, `${offset / minute} minutes off`).toBeGreaterThan(before)
    }
    await stop()
    expect(seen.slowest).toBeLessThan(patience)
    await expectKept(installation, load)

    await set(31 * day)
    await waitUntilReady(origin, patience)
    expect(output()).not.toMatch(/"level":[56]0/)
  },
)
