// On both engines: races, leases.
import { beforeEach, describe, expect, test } from 'vitest'
import { hideRestaurant } from '#features/visits/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { createStandingLunchMaker } from './make-lunches.ts'

const app = await startApp()
const { places } = lunchesOf(app)
const { regular, make, madeBy } = standingLunchesOf(app)

// A Friday; New York is five hours behind UTC. The next Tuesday is the 24th.
const friday = '2026-11-20T15:00:00Z'
const local = (date: string, time: string) => new Date(`${date}T${time}:00-05:00`).toISOString()
const timesOf = async (standing: { id: number }) => (await madeBy(standing)).map(({ leavesAt }) => leavesAt)

beforeEach(async () => {
  app.clock.set(friday)
  for (const table of ['standingLunches', 'lunches', 'visits', 'restaurants'] as const)
    await app.db.deleteFrom(table).execute()
})

describe('when lunches are made', () => {
  test('each day’s lunch is made six local days ahead, once, and says who made it', async () => {
    const [one] = await places(1)
    const ana = await regular()
    const standing = await ana.repeat({ weekdays: [1, 3], restaurantIds: [one.id], note: 'Cash only' })
    expect(await timesOf(standing)).toEqual([local('2026-11-24', '12:00'), local('2026-11-26', '12:00')])
    await make()
    app.clock.set(local('2026-11-24', '23:59'))
    await make()
    expect(await timesOf(standing)).toHaveLength(2)
    app.clock.set(local('2026-11-25', '00:00'))
    await make()
    await make()
    expect((await timesOf(standing)).slice(2)).toEqual([local('2026-12-01', '12:00')])
    const [lunch] = await ana.list('arden')
    expect(lunch).toMatchObject({
      standing: { id: standing.id, weekdays: [1, 3] },
      host: { id: ana.id },
      people: [{ id: ana.id }],
      state: 'decided',
      note: 'Cash only',
      decision: { restaurantId: one.id, how: 'only' },
    })
  })

  test.each([
    ['today’s is made while it is ahead', friday, { weekdays: [4] }, '2026-11-20T12:00-05:00'],
    ['today’s isn’t made once it would have left', friday, { weekdays: [4], time: '10:00' }, ''],
    ['on the last day, too', friday, { weekdays: [0, 1, 2], endsOn: '2026-11-23' }, '2026-11-23T12:00-05:00'],
    // The clock goes forward on March 14th and back on November 7th.
    ['noon stays noon as the clock goes forward', '2027-03-13T15:00:00Z', {}, '2027-03-14T12:00-04:00'],
    ['noon stays noon as the clock goes back', '2027-11-06T15:00:00Z', {}, '2027-11-07T12:00-05:00'],
    ['a skipped time is the next one', '2027-03-13T15:00:00Z', { time: '02:30' }, '2027-03-14T03:00-04:00'],
    [
      'a time that comes twice is the first',
      '2027-11-06T15:00:00Z',
      { time: '01:30' },
      '2027-11-07T01:30-04:00',
    ],
  ])('%s', async (_, now, fields, expected) => {
    app.clock.set(now)
    const standing = await (await regular()).repeat({ weekdays: [6], ...fields })
    expect(await timesOf(standing)).toEqual(expected === '' ? [] : [new Date(expected).toISOString()])
  })

  test('it isn’t listed any more after its last day', async () => {
    const ana = await regular()
    const standing = await ana.repeat({ endsOn: '2026-11-24' })
    app.clock.set('2026-11-25T15:00:00Z')
    await make()
    expect(await timesOf(standing)).toHaveLength(1)
    expect(await ana.seeStanding(standing)).toBeUndefined()
  })

  test('a clock that jumps ahead and back makes no lunch twice and leaves none out', async () => {
    const standing = await (await regular()).repeat({ weekdays: [1] })
    app.clock.set('2026-12-18T15:00:00Z')
    await make()
    app.clock.set(friday)
    await make()
    for (const date of ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18']) {
      app.clock.set(`${date}T15:00:00Z`)
      await make()
    }
    const dates = (await madeBy(standing)).map(({ date }) => date)
    expect(dates).toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'])
  })
})

describe('exactly once', () => {
  test('two processes and a request make one lunch', async () => {
    const ana = await regular()
    const standing = await ana.repeat({ weekdays: [1] })
    app.clock.set('2026-11-27T15:00:00Z')
    const makers = Array.from({ length: 4 }, () => createStandingLunchMaker(app.deps))
    for (const maker of makers) maker.wake()
    await Promise.all([ana.edit(standing, { note: 'Now' }), ana.edit(standing, { note: 'Then' })])
    await Promise.all(makers.map(maker => maker.settled()))
    await make()
    expect((await madeBy(standing)).map(({ date }) => date)).toEqual(['2026-11-24', '2026-12-01'])
    const all = await app.db.selectFrom('lunches').select('id').execute()
    expect(all).toHaveLength(2)
  })

  test('what a crash interrupted is whole or not there, and is made by the next run', async () => {
    const [one] = await places(1)
    const ana = await regular()
    const standing = await ana.repeat({ weekdays: [1], restaurantIds: [one.id] })
    app.clock.set('2026-11-27T15:00:00Z')
    let calls = 0
    // The fifth time it asks for the time, it is in the transaction and has claimed the day.
    const now = () => {
      calls += 1
      if (calls >= 5) throw new Error('the process ended')
      return app.clock.now()
    }
    const maker = createStandingLunchMaker({ ...app.deps, now })
    maker.wake()
    await maker.settled()
    expect(calls).toBe(5)
    expect(await madeBy(standing)).toHaveLength(1)
    expect(await app.db.selectFrom('standingDays').selectAll().execute()).toHaveLength(1)
    app.clock.advance({ minutes: 1 })
    await make()
    expect(await madeBy(standing)).toHaveLength(2)
  })
})

describe('who is put in', () => {
  test('regulars get the seats in the order of joining; who is in another lunch is left out', async () => {
    const [one] = await places(1)
    const [ana, ben, cleo, dan] = [await regular(), await regular(), await regular(), await regular()]
    const standing = await ana.repeat({ weekdays: [4], seats: 2, restaurantIds: [one.id] })
    for (const who of [ben, cleo, dan]) await who.come(standing)
    app.clock.set('2026-11-21T15:00:00Z')
    const other = await ben.start([one], { leavesAt: local('2026-11-27', '13:30') })
    await make()
    const made = (await ana.list()).find(lunch => lunch.leavesAt === local('2026-11-27', '12:00'))
    expect(made?.people.map(({ id }) => id)).toEqual([ana.id, cleo.id])
    // Ten minutes further apart, both are possible; the one who was left out isn't put in later.
    await ben.leave(other)
    await make()
    expect((await ana.see({ id: made?.id ?? 0 })).body.people).toHaveLength(2)
  })

  test('the first who can come is the host; a disabled account is no regular any more', async () => {
    const [ana, ben, cleo] = [await regular(), await regular(), await regular()]
    const standing = await ana.repeat({ weekdays: [1] })
    for (const who of [ben, cleo]) await who.come(standing)
    await app.db.updateTable('users').set({ canLogin: false }).where('id', '=', ana.id).execute()
    app.clock.set('2026-11-27T15:00:00Z')
    await make()
    const made = (await madeBy(standing)).at(-1)
    expect(made).toMatchObject({ hostId: ben.id, peopleCount: 2, date: '2026-12-01' })
  })

  test('a day on which nobody can come has no lunch', async () => {
    const [one] = await places(1)
    const ana = await regular()
    const other = await ana.start([one], { leavesAt: local('2026-11-24', '12:30') })
    const standing = await ana.repeat({ weekdays: [1, 2] })
    await ana.leave(other)
    await make()
    expect((await madeBy(standing)).map(({ date }) => date)).toEqual(['2026-11-25'])
  })

  test('they don’t count among the three lunches ahead that one may host', async () => {
    const [one] = await places(1)
    const ana = await regular()
    await ana.repeat({ weekdays: [0, 1, 2, 3, 4], time: '11:00' })
    const start = (date: string) => ana.tryStart([one], { leavesAt: local(date, '18:00') })
    const { body: first } = await start('2026-11-23')
    for (const date of ['2026-11-24', '2026-11-25']) expect((await start(date)).status).toBe(201)
    const message = 'You already host three lunches. Cancel one of them first.'
    expect(await start('2026-11-26')).toMatchObject({ status: 409, message })
    await ana.cancel(first)
    expect((await start('2026-11-26')).status).toBe(201)
  })
})

describe('a day apart', () => {
  test('who taps out of one lunch stays a regular, and is in the next one', async () => {
    const [one] = await places(1)
    const [ana, ben] = [await regular(), await regular()]
    const standing = await ana.repeat({ weekdays: [1], restaurantIds: [one.id] })
    await ben.come(standing)
    app.clock.set('2026-11-27T15:00:00Z')
    await make()
    const second = (await madeBy(standing)).at(-1)
    expect(second).toMatchObject({ date: '2026-12-01', peopleCount: 2 })
    await ben.leave({ id: second?.id ?? 0 })
    expect((await ana.seeStanding(standing))?.regulars.map(({ id }) => id)).toEqual([ana.id, ben.id])
    app.clock.set('2026-12-04T15:00:00Z')
    await make()
    expect((await madeBy(standing)).map(({ date, peopleCount }) => [date, peopleCount])).toEqual([
      ['2026-11-24', 1],
      ['2026-12-01', 1],
      ['2026-12-08', 2],
    ])
  })

  test('a place that is gone or disabled is left out; without any left, places are proposed', async () => {
    const [one, two, three] = await places(3)
    const ana = await regular()
    const standing = await ana.repeat({ weekdays: [1], restaurantIds: [one.id, two.id] })
    const made = async (now: string) => {
      app.clock.set(now)
      await make()
      const { id } = (await madeBy(standing)).at(-1) ?? { id: 0 }
      const { options } = (await ana.see({ id })).body
      return options.map(({ restaurantId }) => restaurantId).toSorted((a, b) => a - b)
    }
    await app.db.deleteFrom('restaurants').where('id', '=', one.id).execute()
    expect(await made('2026-11-27T15:00:00Z')).toEqual([two.id])
    await app.db.updateTable('restaurants').set({ disabled: true }).where('id', '=', two.id).execute()
    expect(await made('2026-12-04T15:00:00Z')).toEqual([three.id])
  })
})

// Which places a group may go to is tested in group-picks.test.ts.
test('without places of its own, three are proposed, best first, even if all were eaten at lately', async () => {
  const eaten: Row<'restaurants'>[] = []
  for (const stars of [3, 5, 4, 2])
    eaten.push(
      await app.restaurant({ ratingCount: 4, ratingSum: 4 * stars, ratingSquares: 4 * stars * stars }),
    )
  const [fair, best, good] = eaten
  const ana = await regular()
  for (const { id: restaurantId } of eaten)
    await app.insert('visits', { userId: ana.id, restaurantId, date: '2026-11-19' })
  const hidden = await app.restaurant({ ratingCount: 4, ratingSum: 20 })
  await ana.call(hideRestaurant, { params: { restaurantId: hidden.id } })
  const [row] = await madeBy(await ana.repeat({ weekdays: [1], decidesMinutesBefore: 30 }))
  const { body: lunch } = await ana.see({ id: row?.id ?? 0 })
  expect(lunch.options.map(({ restaurantId }) => restaurantId)).toEqual([best?.id, good?.id, fair?.id])
  expect(lunch).toMatchObject({ state: 'voting', decidesAt: local('2026-11-24', '11:30') })
})
