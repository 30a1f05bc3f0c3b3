import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/processes/free-port.ts'
import { startProcess } from '#tests/support/processes/start-process.ts'
import { hungMessage } from '../programs.ts'
import { adminAt } from '../servers.ts'
import type { Engine } from './driver.ts'
import { journeys, mainJourneys } from './journeys.ts'
import { stepsIn } from './steps.ts'

/** Tries the journeys in an engine. Each ends with a picture, in test-results/engines. */
export async function tryJourneys({ name, missing, launch }: Engine): Promise<void> {
  if (missing) {
    console.warn(`${missing}: the journeys are NOT tried in ${name}.\n`)
    test.skip(`journeys in ${name}`)
    return
  }
  // A lunch started now is today's: it is late morning. No time zone is 13 hours behind UTC, but some are 11 ahead.
  const ahead = 11 - ((new Date().getUTCHours() + 1) % 24)
  const server = await startProcess({
    STARTER_DATA: 'sample',
    PORT: String(await freePort()),
    PRIMARY_ADMIN_EMAIL: 'admin@example.org',
    RATE_LIMITS: 'off',
    TIME_ZONE: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
  })
  let { end } = server
  const world = {
    admin: await adminAt(server),
    stopServer: () => end(),
    startServer: async () => {
      ;({ end } = await server.startAgain())
    },
  }
  const driver = await launch()
  const pictures = join('test-results', 'engines', name.toLowerCase())
  await mkdir(pictures, { recursive: true })

  const options = { timeout: 180_000, retry: { count: 1, condition: new RegExp(hungMessage) } }

  describe(`In ${name}`, () => {
    beforeEach(driver.openPage, options.timeout)
    afterEach(async ({ task }) => {
      if (!driver.isOpen()) return
      await writeFile(join(pictures, `${task.name.replaceAll(/\W+/g, '-')}.png`), await driver.picture())
      await driver.closePage()
    }, options.timeout)
    for (const [title, journey] of Object.entries(process.env.MAIN_STORIES ? mainJourneys : journeys))
      test(title, options, async () => {
        await journey(stepsIn(driver, server.origin), world)
        // Not requests that failed: the journeys see what the page makes of them.
        const errors = driver.errors().filter(error => !error.startsWith('Failed to load resource'))
        expect(errors, 'errors in the console').toEqual([])
      })
  })
}
