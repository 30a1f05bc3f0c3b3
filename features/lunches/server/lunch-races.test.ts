// On both engines: races.
import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createLunchClock } from './lunch-clock.ts'

const app = await startApp()
/**
 * A second server on the same database. On SQLite it is the same server: a connection waiting for the lock would block
 * the process that both share. The reliability scenarios test servers in separate processes.
 */
const { databaseUrl } = app.deps.config
const twin = databaseUrl === null ? app : await startApp({ DATABASE_URL: databaseUrl })
for (const { clock } of [app, twin]) clock.set('2026-11-20T15:00:00Z')
const { eater, places } = lunchesOf(app)
type Eater = Awaited<ReturnType<typeof eater>>

const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => eater()))
/** Half of them use one server, half the other. */
const spread = (people: Eater[]) => people.map((who, i) => (i % 2 === 0 ? who : lunchesOf(twin).eaterOf(who)))
const row = (id: number) => app.row('lunches', { id })

describe('simultaneous requests to two servers', () => {
  test('people who swap between two lunches all get in', async () => {
    const [one] = await places(1)
    const [here, there] = [await (await eater()).start([one]), await (await eater()).start([one])]
    const [some, others] = [await crowd(8), await crowd(8)]
    await Promise.all([...some.map(who => who.join(here)), ...others.map(who => who.join(there))])
    const replies = await Promise.all([
      ...spread(some).map(who => who.join(there, { move: true })),
      ...spread(others).map(who => who.join(here, { move: true })),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect([(await row(here.id)).peopleCount, (await row(there.id)).peopleCount]).toEqual([9, 9])
  })

  test('a vote is closed only once, even by two clocks, many readers and the host', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const { clock } of [app, twin]) clock.set('2026-11-20T15:00:00Z')
      const three = await places(3)
      const host = await eater()
      const lunch = await host.start(three)
      const before = (await row(lunch.id)).version
      for (const { clock } of new Set([app, twin])) clock.advance({ minutes: 51 })
      const clocks = [app, twin].map(({ deps }) => createLunchClock(deps))
      for (const clock of clocks) clock.wake()
      const readers = spread(await crowd(10))
      const [closed, ...reads] = await Promise.all([
        host.closeVote(lunch),
        ...readers.map(who => who.see(lunch)),
      ])
      await Promise.all(clocks.map(clock => clock.settled()))
      expect([200, 409]).toContain(closed?.status)
      expect(new Set(reads.map(({ body }) => body.decision?.restaurantId)).size).toBe(1)
      expect(reads.map(({ body }) => body.state)).toEqual(Array(10).fill('decided'))
      expect((await row(lunch.id)).version).toBe(before + 1)
    }
  })
})

test('the database itself rejects duplicate people, duplicate votes, outsiders’ votes, and more people than seats', async () => {
  const [one] = await places(1)
  const ana = await eater()
  const lunch = await ana.start([one], { seats: 2 })
  const person = { lunchId: lunch.id, userId: ana.id, position: 9 }
  await expect(app.db.insertInto('lunchPeople').values(person).execute()).rejects.toThrow(/unique|duplicate/i)
  const vote = { lunchId: lunch.id, restaurantId: one?.id ?? 0, userId: ana.id }
  await app.db.insertInto('lunchVotes').values(vote).execute()
  await expect(app.db.insertInto('lunchVotes').values(vote).execute()).rejects.toThrow(/unique|duplicate/i)
  const stranger = { ...vote, userId: (await eater()).id }
  await expect(app.db.insertInto('lunchVotes').values(stranger).execute()).rejects.toThrow(/foreign key/i)
  const tooMany = app.db.updateTable('lunches').set({ peopleCount: 3 }).where('id', '=', lunch.id).execute()
  await expect(tooMany).rejects.toThrow(/check/i)
})
