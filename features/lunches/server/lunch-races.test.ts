// On both engines: races.
import { describe, expect, test } from 'vitest'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
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
const at = (server: TestApp) => lunchesOf(server).eaterOf
type Eater = Awaited<ReturnType<typeof eater>>

const crowd = (count: number) => Promise.all(Array.from({ length: count }, () => eater()))
const elsewhere = (who: Eater) => at(twin)(who)
/** Half of them use one server, half the other. */
const spread = (people: Eater[]) => people.map((who, i) => (i % 2 === 0 ? who : elsewhere(who)))
const count = (values: unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, all]) => [value, all.length]))
const row = (id: number) => app.row('lunches', { id })
const peopleIn = (lunchId: number) =>
  app.db.selectFrom('lunchPeople').selectAll().where('lunchId', '=', lunchId).execute()

test('a page that missed the votes of another device changes only what was tapped', async () => {
  const [one, two, three] = await places(3)
  const ana = await eater()
  const lunch = await ana.start([one, two, three])
  const votes = async (after: { id: number }[], before: { id: number }[]) => {
    const { body } = await ana.vote(lunch, after, { before: before.map(({ id }) => id) })
    return [one, two, three].filter(({ id }) =>
      body.options.some(option => option.restaurantId === id && option.voters.length > 0),
    )
  }
  await ana.vote(lunch, [one])
  expect(await votes([two], []), 'the other device voted').toEqual([one, two])
  expect(await votes([], [one]), 'the other device voted again').toEqual([two])
  expect(await votes([one, three], [one]), 'the other device took a vote back').toEqual([two, three])
  expect(await votes([one, two, three], [two, three]), 'nothing was missed').toEqual([one, two, three])
})

describe('simultaneous requests to two servers', () => {
  test('of thirty people joining a lunch with five seats, four get in besides the host', async () => {
    const [one] = await places(1)
    const lunch = await (await eater()).start([one], { seats: 5 })
    const replies = await Promise.all(spread(await crowd(30)).map(who => who.join(lunch)))
    expect(count(replies.map(reply => reply.status))).toEqual({ 200: 4, 409: 26 })
    expect(await peopleIn(lunch.id)).toHaveLength(5)
    expect((await row(lunch.id)).peopleCount).toBe(5)
  })

  test('thirty joins of one person create one row, and thirty votes count once', async () => {
    const [one, two] = await places(2)
    const lunch = await (await eater()).start([one, two])
    const ana = await eater()
    const joins = await Promise.all(spread(Array(30).fill(ana)).map(who => who.join(lunch)))
    expect(count(joins.map(reply => reply.status))).toEqual({ 200: 30 })
    expect(await peopleIn(lunch.id)).toHaveLength(2)
    expect((await row(lunch.id)).peopleCount).toBe(2)
    const votes = await Promise.all(spread(Array(30).fill(ana)).map(who => who.vote(lunch, [one, two])))
    expect(count(votes.map(reply => reply.status))).toEqual({ 200: 30 })
    const rows = await app.db.selectFrom('lunchVotes').selectAll().where('lunchId', '=', lunch.id).execute()
    expect(rows).toHaveLength(2)
  })

  test('a person who joins two overlapping lunches is in only one', async () => {
    const [one] = await places(1)
    const lunches = []
    for (let i = 0; i < 2; i += 1) lunches.push(await (await eater()).start([one]))
    for (const ana of await crowd(8)) {
      const replies = await Promise.all(
        lunches.map((lunch, i) => (i === 0 ? ana : elsewhere(ana)).join(lunch)),
      )
      expect(count(replies.map(reply => reply.status))).toEqual({ 200: 1, 409: 1 })
    }
  })

  test('people who swap between two lunches all get in', async () => {
    const [one] = await places(1)
    const [here, there] = [await (await eater()).start([one]), await (await eater()).start([one])]
    const [some, others] = [await crowd(8), await crowd(8)]
    await Promise.all([...some.map(who => who.join(here)), ...others.map(who => who.join(there))])
    const replies = await Promise.all([
      ...spread(some).map(who => who.join(there, { move: true })),
      ...spread(others).map(who => who.join(here, { move: true })),
    ])
    expect(count(replies.map(reply => reply.status))).toEqual({ 200: 16 })
    for (const [lunch, people] of [
      [here, others],
      [there, some],
    ] as const) {
      const ids = (await peopleIn(lunch.id)).map(({ userId }) => userId)
      expect(ids.slice(1).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
      expect((await row(lunch.id)).peopleCount).toBe(9)
    }
  })

  test('a lunch that everyone leaves is cancelled with no one in it', async () => {
    const [one] = await places(1)
    const people = await crowd(6)
    const [host] = people
    if (!host || !one) throw new Error('nobody')
    const lunch = await host.start([one])
    for (const who of people.slice(1)) await who.join(lunch)
    await Promise.all(spread(people).map(who => who.leave(lunch)))
    expect(await row(lunch.id)).toMatchObject({ state: 'cancelled', peopleCount: 0 })
    expect(await peopleIn(lunch.id)).toEqual([])
  })

  test('if the last person leaves while another joins, the lunch continues with the new one or is cancelled first', async () => {
    const [one] = await places(1)
    for (let round = 0; round < 10; round += 1) {
      const [ana, ben] = [await eater(), await eater()]
      const lunch = await ana.start([one])
      const [, joined] = await Promise.all([ana.leave(lunch), elsewhere(ben).join(lunch)])
      const { state, hostId, peopleCount } = await row(lunch.id)
      if (joined.status === 200) expect([state, hostId, peopleCount]).toEqual(['decided', ben.id, 1])
      else expect([joined.message, state, peopleCount]).toEqual(['This lunch was cancelled', 'cancelled', 0])
    }
  })

  test('a vote is closed only once, even by two clocks, many readers and the host', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const { clock } of [app, twin]) clock.set('2026-11-20T15:00:00Z')
      const three = await places(3)
      const host = await eater()
      const lunch = await host.start(three)
      const before = (await row(lunch.id)).version
      for (const { clock } of new Set([app, twin])) clock.advance({ minutes: 51 })
      const clocks = [app, twin].map(({ deps }) => createLunchClock(deps, async () => undefined))
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
