import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { localTime } from '#domain/zoned-time.ts'
import type { Deps } from '#server/deps.ts'
import { newInstallation, prepare, startServer, withDeps } from '#server/testing/installation.ts'
import { peopleOf } from '#server/testing/people.ts'
import { isPostgresThere, startCluster } from './servers.ts'

/* Lunches that repeat, made by two processes with one database, of which one is killed at its work. */

const timeZone = 'America/New_York'
const [standingCount, dayCount] = [40, 7]
const falseClock = fileURLToPath(new URL('../reliability/false-clock.ts', import.meta.url))

const engines = isPostgresThere ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

describe.each(engines)('on %s', async engine => {
  const url = engine === 'postgres' ? (await startCluster()).url : ''

  test.each([
    // Three days before the clock goes forward, and back.
    '2027-03-11T14:00:00Z',
    '2027-11-04T13:00:00Z',
  ])(
    'each day’s lunch is made once and leaves at noon, whichever process dies: %s',
    { timeout: 180_000 },
    async now => {
      const installation = await newInstallation(engine, url, { TIME_ZONE: timeZone })
      onTestFinished(installation.remove)
      await prepare(installation)
      const file = join(installation.dataDir, 'clock')
      await writeFile(file, String(Date.parse(now) - Date.now()))
      const env = { FALSE_CLOCK: file, NODE_OPTIONS: `--import=${falseClock}` }
      const start = async () => {
        const server = await startServer(installation, { env })
        onTestFinished(async () => {
          server.kill('SIGKILL')
          await server.ended
        })
        return server
      }
      const servers = [await start(), await start()]
      await withDeps(installation, async deps => {
        await repeatLunches(deps)
        const workerOf = async () => {
          const lease = await deps.db
            .selectFrom('leases')
            .select('holder')
            .where('name', '=', 'standing-lunches')
            .executeTakeFirst()
          return servers.find(({ pid }) => lease?.holder.split(' ')[1] === String(pid))
        }
        for (const few of [20, 100]) {
          await expect.poll(() => countLunches(deps), { timeout: 60_000, interval: 20 }).toBeGreaterThan(few)
          const worker = await workerOf()
          expect(worker, 'it is still at work').toBeDefined()
          worker?.kill('SIGKILL')
          await worker?.ended
          servers.push(await start())
        }
        const all = standingCount * dayCount
        await expect.poll(() => countLunches(deps), { timeout: 60_000 }).toBe(all)
        // Both look again.
        await setTimeout(25_000)
        const lunches = await deps.db
          .selectFrom('standingDays')
          .innerJoin('lunches', 'lunches.id', 'standingDays.lunchId')
          .select(['standingId', 'date', 'lunchId', 'leavesAt', 'peopleCount'])
          .execute()
        expect([lunches.length, await countLunches(deps)]).toEqual([all, all])
        expect(new Set(lunches.map(({ lunchId }) => lunchId)).size, 'a lunch for each day').toBe(all)
        const shown = lunches.map(({ leavesAt }) => localTime(new Date(leavesAt), timeZone))
        expect(new Set(shown)).toEqual(new Set(['12:00']))
        expect(new Set(lunches.map(({ leavesAt }) => leavesAt.slice(11, 13)))).toEqual(new Set(['16', '17']))
        expect(new Set(lunches.map(({ peopleCount }) => peopleCount))).toEqual(new Set([1]))
        expect(await deps.db.selectFrom('lunchPeople').select('userId').execute()).toHaveLength(all)
      })
    },
  )
})

const countLunches = async ({ db }: Deps): Promise<number> =>
  (await db.selectFrom('lunches').select('id').execute()).length

/** Lunches that repeat on all days of the week, of one host each. */
async function repeatLunches(deps: Deps): Promise<void> {
  const make = peopleOf(deps)
  const { id: restaurantId, campusCode } = await make.restaurant()
  const people: { id: number }[] = []
  for (let i = 0; i < standingCount; i += 1) people.push(await make.user())
  await deps.db.transaction().execute(async tx => {
    for (const { id: userId } of people) {
      const { id: standingId } = await tx
        .insertInto('standingLunches')
        .values({
          campusCode,
          hostId: userId,
          weekdays: '0123456',
          time: '12:00',
          decidesMinutesBefore: null,
          meetingPoint: null,
          note: null,
          seats: null,
          department: null,
          endsOn: null,
          version: 1,
          createdAt: new Date().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('standingRegulars').values({ standingId, userId, position: 0 }).execute()
      await tx.insertInto('standingPlaces').values({ standingId, restaurantId, position: 0 }).execute()
    }
  })
}
