// On both engines: two processes.
import { expect, test } from 'vitest'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { twoTastes } from '#tests/support/people/tastes.ts'
import { startTwoServers, succeed } from '#tests/support/processes/two-servers.ts'
import { getForYou } from '../contract.ts'
import { fitTaste } from '../model.ts'
import { findNeighbors } from '../neighbors.ts'
import { encodeTaste } from './learned.ts'
import { ratingsFingerprint, saveTasteModel } from './taste-fitting.ts'

/*
 * Everyone's suggestions are cached. Each change is made through one process, and seen at once in the reply of another
 * one, which had replied before. That any other write is seen is tested in tests/api/fresh-replies.test.ts.
 */

const { db, servers, truth, ...people } = await startTwoServers()
const [here, there] = servers
const admin = await people.superUser()
const params = { campusCode: 'arden' }

const { crew, grills, cafes } = await twoTastes(people, [12, 6])
const [ana, bea] = [crew[0], await people.user()]
await learn()

/** As the processes do themselves after a while. */
async function learn() {
  const rows = await db.selectFrom('ratings').selectAll().orderBy('id').execute()
  const ratings = {
    people: Int32Array.from(rows, ({ userId }) => userId),
    places: Int32Array.from(rows, ({ restaurantId }) => restaurantId),
    values: Float64Array.from(rows, ({ value }) => value),
  }
  const model = encodeTaste({ model: fitTaste(ratings), neighbors: findNeighbors(ratings) })
  const [found, fittedAt] = [await ratingsFingerprint(db), new Date().toISOString()]
  await db.transaction().execute(tx => saveTasteModel(tx, { ratings: found, fittedAt, model }))
}

type Person = { id: number } | undefined

/** What the other process replies, which is what a server without a cache does. */
async function seen(who: Person = ana) {
  const reply = async (server: typeof here) => (await server(who ?? null).call(getForYou, { params })).body
  // A process may learn by itself meanwhile.
  const [before, body, after] = [await reply(truth), await reply(there), await reply(truth)]
  expect([before, after]).toContainEqual(body)
  return body
}
const ids = async (who?: Person) => (await seen(who)).places.map(({ restaurantId }) => restaurantId)
const reasonFor = async (id: number, who?: Person) =>
  (await seen(who)).places.find(({ restaurantId }) => restaurantId === id)?.reason

const mine = here(ana ?? null)
const theirs = here(admin)
const [grill, cafe] = [grills[0]?.id ?? 0, cafes[0]?.id ?? 0]
const rate = (who: Person, restaurantId: number, value: number) =>
  succeed(here(who ?? null).call(createRating, { body: { restaurantId, value } }))

test('a place that the user rates is gone, and back when the rating is withdrawn', async () => {
  expect(await ids()).toEqual([grill, cafe])
  const { body } = await mine.call(createRating, { body: { restaurantId: grill, value: 5 } })
  expect(await ids()).toEqual([cafe])
  await succeed(theirs.call(deleteAnyRating, { params: { id: body.id } }))
  expect(await ids()).toEqual([grill, cafe])
})

test('a place is not there while it is disabled or at another campus', async () => {
  const { id } = await people.restaurant()
  for (const [change, isThere] of [
    [{ disabled: true }, false],
    [{ disabled: false }, true],
    [{ campusCode: 'brevard' }, false],
    [{ campusCode: 'arden' }, true],
  ] as const) {
    await succeed(theirs.call(updateRestaurant, { params: { id }, body: change }))
    expect((await ids()).includes(id)).toBe(isThere)
  }
})

test('a place that is the reason for another one has its present name', async () => {
  expect(await seen(bea)).toMatchObject({ ready: false, needed: expect.any(Number), places: [] })
  for (const { id } of grills.slice(1)) await rate(bea, id, 5)
  const before = await reasonFor(grill, bea)
  expect(before).toMatchObject({ kind: 'place', name: expect.stringMatching(/^Grill/) })
  const linked = before?.kind === 'place' ? before.restaurantId : 0
  await succeed(theirs.call(updateRestaurant, { params: { id: linked }, body: { name: 'The Griddle' } }))
  expect(await reasonFor(grill, bea)).toEqual({ kind: 'place', restaurantId: linked, name: 'The Griddle' })
})

test('what is learned anew counts at once, and a place that has lost its ratings says nothing of people any more', async () => {
  const likers = async () => {
    const reason = await reasonFor(grill)
    return reason?.kind === 'people' ? reason.count : 0
  }
  const before = await likers()
  expect(before).toBeGreaterThan(3)
  // Someone of the same taste no longer likes it.
  await rate(crew[2], grill, 1)
  expect(await likers()).toBe(before)
  await learn()
  expect(await likers()).toBe(before - 1)
  // All but two of its ratings are deleted.
  const rows = await db.selectFrom('ratings').select('id').where('restaurantId', '=', grill).execute()
  for (const { id } of rows.slice(2)) await succeed(theirs.call(deleteAnyRating, { params: { id } }))
  expect((await reasonFor(grill))?.kind).not.toBe('people')
})

test('the days to avoid are as set', async () => {
  expect((await seen()).avoidDays).toBe(7)
  await succeed(theirs.call(saveSetting, { body: { key: 'avoid_days', value: '3' } }))
  expect((await seen()).avoidDays).toBe(3)
})
