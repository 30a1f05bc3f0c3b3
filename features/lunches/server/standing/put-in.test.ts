import { beforeEach, describe, expect, test } from 'vitest'
import { hideRestaurant } from '#features/visits/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { standingLunchesOf } from '#tests/support/people/standing-lunches.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const { places } = lunchesOf(app)
const { regular, make, madeBy } = standingLunchesOf(app)

// A Friday; New York is five hours behind UTC. The next Tuesday is the 24th.
const friday = '2026-11-20T15:00:00Z'
const local = (date: string, time: string) => new Date(`${date}T${time}:00-05:00`).toISOString()

beforeEach(async () => {
  app.clock.set(friday)
  for (const table of ['standingLunches', 'lunches', 'visits', 'restaurants'] as const)
    await app.db.deleteFrom(table).execute()
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

describe('without places of its own', () => {
  test('three are proposed that nobody hides, ate at lately or finds closed, best first', async () => {
    const place = (stars: number, fields: Partial<Row<'restaurants'>> = {}) =>
      app.restaurant({ ratingCount: 4, ratingSum: 4 * stars, ratingSquares: 4 * stars * stars, ...fields })
    const [fair, best, good] = [await place(3), await place(5), await place(4)]
    await place(2)
    const [hidden, eaten] = [await place(5), await place(5)]
    await place(5, { openingTimes: JSON.stringify([{ day: 1, start: '17:00', end: '22:00' }]) })
    const [ana, ben] = [await regular(), await regular()]
    await ana.call(hideRestaurant, { params: { restaurantId: hidden.id } })
    await app.insert('visits', { userId: ben.id, restaurantId: eaten.id, date: '2026-11-19' })
    const standing = await ana.repeat({ weekdays: [1], decidesMinutesBefore: 30 })
    const [row] = await madeBy(standing)
    const { body: lunch } = await ana.see({ id: row?.id ?? 0 })
    expect(lunch.options.map(({ restaurantId }) => restaurantId)).toEqual([best.id, good.id, fair.id])
    expect(lunch).toMatchObject({ state: 'voting', decidesAt: local('2026-11-24', '11:30') })
  })

  test('if all were eaten at lately, without that', async () => {
    const [one, two] = await places(2)
    const ana = await regular()
    for (const { id: restaurantId } of [one, two])
      await app.insert('visits', { userId: ana.id, restaurantId, date: '2026-11-19' })
    const [row] = await madeBy(await ana.repeat({ weekdays: [1] }))
    expect((await ana.see({ id: row?.id ?? 0 })).body.options).toHaveLength(2)
  })
})
