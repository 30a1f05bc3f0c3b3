// On both engines: tallies kept by triggers, also as a user is deleted.
import { expect, onTestFinished, test, vi } from 'vitest'
import { pickRestaurant } from '#features/picks/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { remove } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { twoTastes } from '#tests/support/people/tastes.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getForYou } from '../contract.ts'
import { createTasteFitting } from './taste-fitting.ts'

const app = await startApp()
const { db, deps } = app
const campusCode = 'arden'

const { crew, grills, cafes } = await twoTastes(app, [16, 8])
const person = (n: number) => crew[n] as Row<'users'>

async function rate(who: Row<'users'>, restaurantId: number, value: number) {
  const { status } = await app.as(who).call(createRating, { body: { restaurantId, value } })
  expect([200, 201]).toContain(status)
}

const withdraw = (who: Row<'users'>, restaurantId: number) =>
  remove(db, 'ratings', { userId: who.id, restaurantId })

async function relearn() {
  deps.jobs.tasteFitting.wake()
  await deps.jobs.tasteFitting.settled()
}

const forYou = async (who: Row<'users'>) =>
  (await app.as(who).call(getForYou, { params: { campusCode } })).body
const placeFor = async (who: Row<'users'>, id: number) =>
  (await forYou(who)).places.find(({ restaurantId }) => restaurantId === id)
const models = () => db.selectFrom('tasteModels').select('id').execute()

await relearn()

test('with fewer than five ratings the reply says how many more are needed', async () => {
  const newcomer = await app.user()
  const none = { ready: false, needed: 5, places: [], avoidDays: 7, hidden: [], toRate: [] }
  expect(await forYou(newcomer)).toEqual(none)
  for (const { id } of grills.slice(0, 4)) await rate(newcomer, id, 5)
  expect(await forYou(newcomer)).toEqual({ ...none, needed: 1 })
})

test('each group gets the places it likes first, with plausible stars and a reason of at least three people', async () => {
  const [grill, cafe] = [grills[0]?.id ?? 0, cafes[0]?.id ?? 0]
  for (const [who, loved, other] of [
    [person(0), grill, cafe],
    [person(1), cafe, grill],
  ] as const) {
    const { ready, needed, places } = await forYou(who)
    expect([ready, needed]).toEqual([true, 0])
    expect(places.map(({ restaurantId }) => restaurantId)).toEqual([loved, other])
    expect(places[0]).toMatchObject({ expected: expect.toSatisfy(stars => stars > 4 && stars <= 5) })
    expect(places[1]?.expected).toBeLessThan(3)
    expect(places[0]?.reason).toEqual({ kind: 'people', count: 7 })
    expect(places[1]?.reason).toEqual({ kind: 'average' })
  }
})

test('the viewer’s new ratings count in the next request, and withdrawn ones no longer do, without a new fit', async () => {
  const who = await app.user()
  for (const { id } of [...grills.slice(1, 4), ...cafes.slice(1, 3)]) await rate(who, id, 3)
  const before = await models()
  const indifferent = await placeFor(who, grills[7]?.id ?? 0)
  for (const { id } of grills.slice(1, 7)) await rate(who, id, 5)
  const keen = await placeFor(who, grills[7]?.id ?? 0)
  expect(keen?.expected).toBeGreaterThan((indifferent?.expected ?? 5) + 0.2)
  expect(keen?.reason).toMatchObject({ kind: 'place', name: expect.stringMatching(/^Grill/) })
  for (const { id } of grills.slice(1, 7)) await rate(who, id, 3)
  for (const { id } of grills.slice(4, 7)) await withdraw(who, id)
  expect(await placeFor(who, grills[7]?.id ?? 0)).toEqual(indifferent)
  expect(await models()).toEqual(before)
  await relearn()
})

test('the model is fitted again only after ratings changed, by one process at a time, and then cached', async () => {
  const before = await models()
  await relearn()
  expect(await models()).toEqual(before)
  await rate(person(2), grills[2]?.id ?? 0, 4)
  const others = [createTasteFitting(deps), createTasteFitting(deps)]
  for (const fitting of [deps.jobs.tasteFitting, ...others]) fitting.wake()
  await Promise.all([deps.jobs.tasteFitting, ...others].map(fitting => fitting.settled()))
  const after = await models()
  expect(after).toHaveLength(1)
  expect(after[0]?.id).toBe((before[0]?.id ?? 0) + 1)
  const taste = await deps.taste()
  expect(taste?.index.size).toBe(16)
  expect(await deps.taste()).toBe(taste)
})

test('the model is also fitted under node --watch, where the thread reports each file that it loads', async () => {
  const [before] = await models()
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  await rate(person(2), grills[2]?.id ?? 0, 5)
  await relearn()
  expect((await models())[0]?.id).toBe((before?.id ?? 0) + 1)
})

test('a deleted person is no longer in the model after the next fit', async () => {
  const leaver = await app.user()
  for (const { id } of grills) await rate(leaver, id, 5)
  await relearn()
  expect((await deps.taste())?.neighbors.people.has(leaver.id)).toBe(true)
  await remove(db, 'users', { id: leaver.id })
  await relearn()
  const { people } = (await deps.taste())?.neighbors ?? { people: new Map<number, number[]>() }
  expect([...people].flat(2)).not.toContain(leaver.id)
})

test('the ratings of one or two colleagues can’t be inferred from what a viewer sees', async () => {
  const { id } = await app.restaurant({ name: 'Secret' })
  const viewer = person(0)
  await rate(person(4), id, 1)
  const replies: unknown[] = []
  // The same data twice, except for one colleague's rating.
  for (const value of [1, 5]) {
    await rate(person(2), id, value)
    await relearn()
    replies.push((await forYou(viewer)).places)
  }
  expect(replies[1]).toEqual(replies[0])
  const usual = await placeFor(viewer, id)
  expect(usual?.reason).toEqual({ kind: 'average' })
  // The viewer is the third to rate, but then no longer gets an estimate; withdrawing the rating reveals nothing.
  await rate(viewer, id, 3)
  await relearn()
  expect(await placeFor(viewer, id)).toBeUndefined()
  await withdraw(viewer, id)
  expect(await placeFor(viewer, id)).toMatchObject({ expected: usual?.expected, reason: { kind: 'average' } })
  // Two people of the same taste who like it are not enough for a reason; three are.
  await rate(person(2), id, 5)
  await rate(person(4), id, 5)
  await relearn()
  expect((await placeFor(viewer, id))?.reason.kind).toBe('average')
  await rate(person(6), id, 3)
  await relearn()
  expect((await placeFor(viewer, id))?.reason.kind, 'three stars are no liking').toBe('average')
  await rate(person(6), id, 4)
  await relearn()
  expect((await placeFor(viewer, id))?.reason).toEqual({ kind: 'people', count: 3 })
})

test('the mood “safe” picks what the viewer would like best, and “new” what few people have rated', async () => {
  const who = person(0)
  const rare = await app.restaurant({ name: 'Newcomer' })
  const pick = async (mood: 'safe' | 'any' | 'new') => {
    const query = { mood, avoidDays: '0' }
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => app.as(who).call(pickRestaurant, { params: { campusCode }, query })),
    )
    return new Set(replies.map(({ body }) => body.name))
  }
  expect([...(await pick('safe'))].some(name => name.startsWith('Cafe'))).toBe(false)
  expect(await pick('new')).toContain(rare.name)
  expect([...(await pick('new'))].some(name => /Grill|Cafe/.test(name))).toBe(false)
  expect((await pick('any')).size).toBeGreaterThan(8)
  // No cafes at the end of a round either: it only goes through what fits the mood, not what the viewer likes less.
  const others = await db.selectFrom('restaurants').select('id').where('name', 'not like', 'Cafe%').execute()
  const query = { mood: 'safe', avoidDays: '0', exclude: others.map(({ id }) => id).join(',') } as const
  const over = await app.as(who).call(pickRestaurant, { params: { campusCode }, query })
  expect([over.status, over.message]).toEqual([404, 'Could not find a random restaurant'])
})

test('while no restaurant has three raters, the viewer’s usual rating is expected for all of them', async () => {
  const small = await startApp()
  const first = await small.user()
  const other = await small.restaurant({ name: 'Unrated' })
  for (let n = 0; n < 5; n += 1) {
    const { id: restaurantId } = await small.restaurant()
    await small.as(first).call(createRating, { body: { restaurantId, value: 5 } })
  }
  const expected = async () => {
    const { body } = await small.as(first).call(getForYou, { params: { campusCode } })
    return body.places.find(({ restaurantId }) => restaurantId === other.id)
  }
  const usual = { restaurantId: other.id, expected: 5, reason: { kind: 'average' } }
  expect(await expected()).toEqual(usual)
  small.deps.jobs.tasteFitting.wake()
  await small.deps.jobs.tasteFitting.settled()
  expect((await small.deps.taste())?.index.size).toBe(0)
  expect(await expected()).toEqual(usual)
})
