// On both engines: searches.
import { expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'
import { updateAnyRating } from '../admin-ratings-contract.ts'
import {
  createRating,
  getUserRating,
  listOwnRatings,
  listReviews,
  listUserRatings,
  updateRating,
} from '../contract.ts'

const app = await startApp()
const { db } = app

test('a first rating is created, and a second one for the same restaurant replaces it', async () => {
  const ana = await app.user()
  const diner = await app.restaurant()
  const first = await app.as(ana).call(createRating, {
    body: { restaurantId: diner.id, value: 4, comment: '  Good soup  ' },
  })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    userId: ana.id,
    restaurantId: diner.id,
    value: 4,
    comment: 'Good soup',
  })

  app.clock.advance({ minutes: 1 })
  const second = await app.as(ana).call(createRating, { body: { restaurantId: diner.id, value: 2 } })
  expect(second.status).toBe(200)
  expect(second.body).toMatchObject({ id: first.body.id, value: 2, createdAt: first.body.createdAt })
  expect(second.body.updatedAt > first.body.updatedAt).toBe(true)

  expect(await db.selectFrom('ratings').select('value').where('userId', '=', ana.id).execute()).toEqual([
    { value: 2 },
  ])
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('a disabled restaurant can be rated [T-54]', async () => {
  const ana = app.as(await app.user())
  const closed = await app.restaurant({ disabled: true })
  const rated = await ana.call(createRating, { body: { restaurantId: closed.id, value: 3 } })
  expect(rated.status).toBe(201)
})

test('additional fields in a rating are ignored', async () => {
  const ana = await app.user()
  const ben = await app.user()
  const { id } = await app.restaurant()
  const body = { restaurantId: id, value: 3, userId: ben.id, id: 77, createdAt: '2000-01-01' }
  const { body: rating } = await app.as(ana).call(createRating, { body })
  expect(rating).toMatchObject({ userId: ana.id })
  expect(rating.id).not.toBe(77)
  expect(rating.createdAt).not.toBe('2000-01-01')
})

test('owners can change their rating, but not its restaurant [T-52]', async () => {
  const ana = await app.user()
  const [diner, other] = [await app.restaurant(), await app.restaurant()]
  const { body: rating } = await app
    .as(ana)
    .call(createRating, { body: { restaurantId: diner.id, value: 3 } })
  const changed = await app.as(ana).call(updateRating, {
    ...idParams(rating),
    body: { value: 5, restaurantId: diner.id, comment: 'Better' },
  })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ id: rating.id, value: 5, comment: 'Better', restaurantId: diner.id })

  const moved = await app
    .as(ana)
    .call(updateRating, { ...idParams(rating), body: { value: 1, restaurantId: other.id } })
  expect(moved.status).toBe(400)
  expect(moved.error.errors?.[0]?.path).toBe('restaurantId')
  const row = await app.as(ana).call(getUserRating, idParams(diner))
  expect(row.body).toMatchObject({ value: 5, restaurantId: diner.id })
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('a comment of an earlier version stays as it is when the stars change, for owners and administrators', async () => {
  const ana = await app.user()
  const { rating } = await rate(app.deps, ana.id, (await app.restaurant()).id, { value: 3 })
  const comment = 'x'.repeat(1200)
  await db.updateTable('ratings').set({ comment }).where('id', '=', rating.id).execute()
  const own = await app.as(ana).call(updateRating, { ...idParams(rating), body: { value: 4, comment } })
  expect([own.status, own.body]).toMatchObject([200, { value: 4, comment }])
  const asAdmin = app.as(await app.admin())
  const any = await asAdmin.call(updateAnyRating, { ...idParams(rating), body: { value: 5, comment } })
  expect([any.status, any.body]).toMatchObject([200, { value: 5, comment }])
  const longer = { value: 5, comment: `${comment}x` }
  expect((await app.as(ana).call(updateRating, { ...idParams(rating), body: longer })).status).toBe(400)
})

test('users can read their own rating of a restaurant; without one it is 404', async () => {
  const ana = app.as(await app.user())
  const diner = await app.restaurant()
  expect((await ana.call(getUserRating, idParams(diner))).status).toBe(404)
  await ana.call(createRating, { body: { restaurantId: diner.id, value: 2 } })
  const { status, body } = await ana.call(getUserRating, idParams(diner))
  expect(status).toBe(200)
  expect(body).toMatchObject({ value: 2, restaurantId: diner.id })
})

test('the reviews of a restaurant come latest first, with their authors but nothing private [T-40]', async () => {
  const diner = await app.restaurant()
  const ana = await app.user({ firstName: 'Ana', department: 'Worship' })
  const ben = await app.user({ firstName: 'Ben', department: 'Finance' })
  const cleo = await app.user({ firstName: 'Cleo', department: 'Worship' })
  for (const person of [ana, ben, cleo]) {
    app.clock.advance({ minutes: 1 })
    await app.as(person).call(createRating, { body: { restaurantId: diner.id, value: 4 } })
  }
  app.clock.advance({ minutes: 1 })
  await app.as(ana).call(createRating, { body: { restaurantId: diner.id, value: 5 } })

  const { body: reviews } = await app.as(ben).call(listReviews, idParams(diner))
  expect(reviews.map(review => [review.user.firstName, review.value])).toEqual([
    ['Ana', 5],
    ['Cleo', 4],
    ['Ben', 4],
  ])
  expect(reviews[0]?.user).toEqual({
    id: ana.id,
    firstName: 'Ana',
    lastName: ana.lastName,
    department: 'Worship',
  })

  const page = await app.as(ben).call(listReviews, { ...idParams(diner), query: { limit: '1', offset: '1' } })
  expect(page.body.map(review => review.user.firstName)).toEqual(['Cleo'])
  expect(page.headers.get('x-total-count')).toBe('3')
  const rest = await app.as(ben).call(listReviews, { ...idParams(diner), query: { offset: '2' } })
  expect(rest.body.map(review => review.user.firstName)).toEqual(['Ben'])
  const worship = await app
    .as(ben)
    .call(listReviews, { ...idParams(diner), query: { department: 'Worship' } })
  expect(worship.body.map(review => review.user.firstName)).toEqual(['Ana', 'Cleo'])
  expect(worship.headers.get('x-total-count')).toBe('2')

  const unknown = await app.as(ben).call(listReviews, idParams({ id: 999_999 }))
  expect(unknown).toMatchObject({ status: 404, message: 'Restaurant not found' })
})

test('a user’s own ratings come latest first, with their restaurants', async () => {
  const ana = app.as(await app.user())
  const [first, second] = [await app.restaurant({ name: 'First' }), await app.restaurant({ name: 'Second' })]
  expect((await ana.call(listOwnRatings)).body).toEqual([])
  for (const { id } of [first, second]) {
    app.clock.advance({ minutes: 1 })
    await ana.call(createRating, { body: { restaurantId: id, value: 4 } })
  }
  const { body } = await ana.call(listOwnRatings)
  expect(body.map(rating => rating.restaurant.name)).toEqual(['Second', 'First'])
  expect(body[0]?.restaurant).toMatchObject({ avgRating: 4, ratingCount: 1, ratingEric: 0 })
})

test('an administrator sees the ratings of a user', async () => {
  const [ana, admin] = [await app.user(), app.as(await app.admin())]
  const { id } = await app.restaurant()
  await app.as(ana).call(createRating, { body: { restaurantId: id, value: 1 } })
  const { body } = await admin.call(listUserRatings, idParams(ana))
  expect(body).toMatchObject([{ restaurantId: id, value: 1 }])
})

test('a rating by a user whose account was just deleted is rejected and leaves nothing behind [T-54]', async () => {
  const ana = await app.user()
  const { id } = await app.restaurant()
  const caller = app.as(ana)
  await caller.call(getUserRating, idParams({ id }))
  await db.deleteFrom('users').where('id', '=', ana.id).execute()
  expect((await caller.call(createRating, { body: { restaurantId: id, value: 1 } })).status).toBe(401)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})
