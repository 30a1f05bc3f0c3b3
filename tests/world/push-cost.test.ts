import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startLunch } from '#contract/lunches.ts'
import { minutes } from '#domain/units.ts'
import type { UserRow } from '#server/database/schema.ts'
import { caller } from '#server/testing/caller.ts'
import { newInstallation, prepare, startServer, withDeps } from '#server/testing/installation.ts'
import { peopleOf } from '#server/testing/people.ts'
import { addPushDevices, startPushProcess } from '#server/testing/start-push-process.ts'
import { isPostgresThere, startCluster } from './servers.ts'

/*
 * What it costs the server's process, alone, to notify people: less than a second of processor time. Figures count only
 * on a machine that does nothing else, so this limit is checked only with PUSH_COST=on.
 */

const [deviceCount, placeCount] = [300, 300]
const hasFigures = existsSync('/proc/self/stat')
if (!hasFigures) console.warn('There is no /proc: what notifying people costs is NOT measured.\n')
const engines = isPostgresThere ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

describe.each(engines)('on %s', async engine => {
  const url = engine === 'postgres' ? (await startCluster()).url : ''

  test('300 devices hear of each lunch, once', {
    timeout: 300_000,
  }, async () => {
    const installation = await newInstallation(engine, url)
    onTestFinished(installation.remove)
    await prepare(installation)
    const service = await startPushProcess()
    onTestFinished(service.stop)
    const server = await startServer(installation, { env: service.environment })
    onTestFinished(async () => {
      server.kill('SIGKILL')
      await server.ended
    })

    await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const place = await make.restaurant()
      for (let i = 1; i < placeCount; i += 1) await make.restaurant()
      const people: UserRow[] = []
      for (let i = 0; i < deviceCount; i += 1) people.push(await make.user())
      await addPushDevices(deps, people, ['started'])
      const costs: number[] = []
      for (let round = 1; round <= 5; round += 1) {
        const { call } = caller(deps, server.origin)(await make.user())
        const before = await processorTime(server.pid)
        const leavesAt = new Date(Date.now() + 60 * minutes).toISOString()
        const body = { campusCode: 'arden', leavesAt, restaurantIds: [place.id] }
        expect((await call(startLunch, { body })).status).toBe(201)
        const waiting = () => deps.db.selectFrom('deliveries').select('id').execute()
        await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toEqual([])
        costs.push((await processorTime(server.pid)) - before)
        expect(await service.countMessages()).toBe(deviceCount * round)
      }
      if (!hasFigures) return
      console.log(`${deviceCount} devices on ${engine}: ${costs.join(', ')} ms of processor time`)
      if (process.env.PUSH_COST !== 'on') return
      // The first includes loading what sends.
      expect(costs.slice(1).toSorted((a, b) => a - b)[1]).toBeLessThan(1000)
    })
  })
})

/** In milliseconds; the system counts in hundredths of a second. */
async function processorTime(pid: number): Promise<number> {
  if (!hasFigures) return 0
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * 10
}
