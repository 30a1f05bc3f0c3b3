// On both engines: races, leases.
import { beforeEach, describe, expect, test } from 'vitest'
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
  for (const table of ['standingLunches', 'lunches'] as const) await app.db.deleteFrom(table).execute()
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
