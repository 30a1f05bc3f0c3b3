// On both engines: searches, races.
import { beforeEach, expect, test } from 'vitest'
import { updateUser } from '#features/accounts/users-contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  createRatingFor,
  deleteAnyRating,
  listAllRatings,
  saveRatingsFor,
  updateAnyRating,
} from '../admin-ratings-contract.ts'
import { getAverage } from '../contract.ts'

const app = await startApp()
const { db, deps } = app
const [admin, root] = [await app.admin(), await app.superUser()]
const ana = await app.user({ firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' })
const ben = await app.user({ firstName: 'Ben', lastName: 'Example', department: 'Finance' })
const [asAdmin, asRoot, asAna] = [app.as(admin), app.as(root), app.as(ana)]

beforeEach(async () => {
  await db.deleteFrom('restaurants').execute()
  await db.deleteFrom('auditLogs').execute()
})

const expectRightTallies = async () => expect(await storedTallies(db)).toEqual(await trueTallies(db))

test('an administrator can create a rating for a user, and a second one replaces it', async () => {
  const diner = await app.restaurant({ name: 'Diner' })
  const body = { userId: ana.id, restaurantId: diner.id, value: 5, comment: ' Lovely ' }
  const made = await asAdmin.call(createRatingFor, { body })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    userId: ana.id,
    value: 5,
    comment: 'Lovely',
    user: { id: ana.id, firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' },
    restaurant: { id: diner.id, name: 'Diner', address: diner.address, campusCode: 'arden' },
  })
  const again = await asAdmin.call(createRatingFor, { body: { ...body, value: 2, comment: undefined } })
  expect([again.status, again.body]).toMatchObject([200, { id: made.body.id, value: 2, comment: 'Lovely' }])
  const average = await asAna.call(getAverage, idParams(diner))
  expect(average.body).toEqual({ restaurantId: diner.id, averageRating: 2, ratingCount: 1 })
  await expectRightTallies()
  expect((await app.audited()).map(([action, by, { before, after }]) => [action, by, before, after])).toEqual(
    [
      ['RATING_CREATED', admin.id, undefined, { value: 5, comment: 'Lovely' }],
      ['RATING_UPDATED', admin.id, { value: 5, comment: 'Lovely' }, { value: 2, comment: 'Lovely' }],
    ],
  )
})

test('value and comment can be edited separately; a deleted rating no longer counts in the average', async () => {
  const diner = await app.restaurant()
  const { rating } = await rate(deps, ana.id, diner.id, { value: 3, comment: 'So so' })
  await rate(deps, ben.id, diner.id, { value: 5 })
  const valued = await asAdmin.call(updateAnyRating, { ...idParams(rating), body: { value: 1 } })
  expect(valued.body).toMatchObject({ value: 1, comment: 'So so' })
  const silenced = await asAdmin.call(updateAnyRating, { ...idParams(rating), body: { comment: '' } })
  expect(silenced.body).toMatchObject({ value: 1, comment: null })
  await expectRightTallies()
  expect((await asAdmin.call(deleteAnyRating, idParams(rating))).status).toBe(204)
  const average = await asAna.call(getAverage, idParams(diner))
  expect(average.body).toMatchObject({ averageRating: 5, ratingCount: 1 })
  await expectRightTallies()
  expect((await asAdmin.call(deleteAnyRating, idParams(rating))).status).toBe(404)
  const gone = await asAdmin.call(updateAnyRating, { ...idParams(rating), body: { value: 2 } })
  expect([gone.status, gone.message]).toEqual([404, 'Rating not found'])
  expect((await app.audited()).map(([action]) => action)).toEqual([
    'RATING_UPDATED',
    'RATING_UPDATED',
    'RATING_DELETED',
  ])
})

// Searches, orders and pages are tested in search-ratings.test.ts.
test('the list has the latest ratings first, and can be filtered', async () => {
  const [diner, grill] = [
    await app.restaurant({ name: 'Diner' }),
    await app.restaurant({ name: 'Äpfel Grill', campusCode: 'brevard' }),
  ]
  const rateLater = async (...given: Parameters<typeof rate>) => {
    app.clock.advance({ minutes: 1 })
    return (await rate(...given)).rating.id
  }
  const first = await rateLater(deps, ana.id, diner.id, { value: 4, comment: 'Good PIE' })
  const second = await rateLater(deps, ben.id, diner.id, { value: 2 })
  const third = await rateLater(deps, ana.id, grill.id, { value: 5 })
  const ids = async (query: Record<string, string>) => {
    const { body, headers } = await asAdmin.call(listAllRatings, { query })
    return [Number(headers.get('x-total-count')), ...body.map(rating => rating.id)]
  }
  expect(await ids({})).toEqual([3, third, second, first])
  expect(await ids({ userId: String(ana.id) })).toEqual([2, third, first])
  expect(await ids({ restaurantId: String(diner.id) })).toEqual([2, second, first])
  expect(await ids({ campusCode: 'brevard' })).toEqual([1, third])
  expect(await ids({ userId: '999999' })).toEqual([0])
})

test('many ratings of one user can be saved at once', async () => {
  const [one, two, three] = [await app.restaurant(), await app.restaurant(), await app.restaurant()].map(
    place => place.id,
  )
  await rate(deps, ana.id, one ?? 0, { value: 3, comment: 'Kept' })
  await rate(deps, ana.id, two ?? 0, { value: 3 })
  const ratings = [
    { restaurantId: one ?? 0, value: 5 },
    { restaurantId: two ?? 0, value: 3 },
    { restaurantId: three ?? 0, value: 1 },
    { restaurantId: three ?? 0, value: 2, comment: 'Later counts' },
  ]
  const saved = await asRoot.call(saveRatingsFor, { body: { userId: ana.id, ratings } })
  expect([saved.status, saved.body]).toEqual([200, { count: 3, created: 1, updated: 1 }])
  const rows = await db.selectFrom('ratings').selectAll().orderBy('restaurantId').execute()
  expect(rows.map(row => [row.value, row.comment])).toEqual([
    [5, 'Kept'],
    [3, null],
    [2, 'Later counts'],
  ])
  await expectRightTallies()
  expect(await app.audited()).toEqual([
    ['RATINGS_SAVED', root.id, expect.objectContaining({ userId: ana.id, count: 3, created: 1, updated: 1 })],
  ])
})

test('if one of many ratings is invalid, none is saved', async () => {
  const diner = await app.restaurant()
  const save = (
    caller: typeof asRoot,
    userId: number,
    ...ratings: { restaurantId: number; value: number }[]
  ) => caller.call(saveRatingsFor, { body: { userId, ratings } })
  const good = { restaurantId: diner.id, value: 5 }
  const unknown = await save(asRoot, ana.id, good, { restaurantId: 999_999, value: 5 })
  expect([unknown.status, unknown.message]).toEqual([404, 'Restaurant not found'])
  const nobody = await save(asRoot, 999_999, good)
  expect([nobody.status, nobody.message]).toEqual([404, 'User not found'])
  const noOne = await save(asRoot, 0, good)
  expect([noOne.status, noOne.message]).toEqual([400, 'Please select a user first.'])
  expect((await save(asRoot, ana.id)).message).toBe('There are no ratings to save')
  expect((await save(asRoot, ana.id, { restaurantId: diner.id, value: 0 })).status).toBe(400)
  expect((await save(asAdmin, ana.id, good)).status).toBe(403)
  expect(await db.selectFrom('ratings').selectAll().execute()).toEqual([])
  expect(await app.audited()).toEqual([])
})

test('the tallies stay correct when bulk saves, single ratings and changes of department run simultaneously', async () => {
  const places = await Promise.all([1, 2, 3, 4].map(() => app.restaurant()))
  const ratings = (value: number) => places.map(place => ({ restaurantId: place.id, value }))
  const people = [ana, ben, admin, root]
  await Promise.all([
    ...people.map(({ id }, i) =>
      asRoot.call(saveRatingsFor, { body: { userId: id, ratings: ratings(i + 1) } }),
    ),
    ...places.map(place => rate(deps, ana.id, place.id, { value: 5 })),
    ...places.map(place => rate(deps, ben.id, place.id, { value: 1 })),
    asRoot.call(updateUser, { ...idParams(ben), body: { department: 'Care' } }),
  ])
  expect(await db.selectFrom('ratings').selectAll().execute()).toHaveLength(16)
  await expectRightTallies()
})
