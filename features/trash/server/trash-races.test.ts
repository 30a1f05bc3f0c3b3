// On both engines: transactions.
import { expect, test } from 'vitest'
import { deleteUser, updateUser } from '#features/accounts/users-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { storedTallies, trueTallies } from '#tests/support/people/tallies.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'
import { restoreTrash } from '../contract.ts'

const app = await startApp()
const { db, deps } = app
const asRoot = app.as(await app.superUser())

test('ratings that arrive while their restaurant is being deleted are either in the trash or rejected', async () => {
  const diner = await app.restaurant()
  const people = await Promise.all(Array.from({ length: 20 }, () => app.user()))
  const input = { body: { restaurantId: diner.id, value: 4 } }
  const [deleted, ...rated] = await Promise.all([
    asRoot.call(deleteRestaurant, idParams(diner)),
    ...people.map(user => app.as(user).call(createRating, input)),
  ])
  expect(deleted.status).toBe(204)
  const accepted = rated.filter(reply => reply.status === 201).length
  expect(accepted + rated.filter(reply => reply.status === 404).length).toBe(20)
  expect(await storedTallies(db)).toEqual({})
  await asRoot.call(restoreTrash, { body: { kind: 'restaurant', ids: [diner.id] } })
  expect(await db.selectFrom('ratings').selectAll().execute()).toHaveLength(accepted)
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})

test('averages are correct after people are deleted or change departments while their ratings are restored', async () => {
  const diner = await app.restaurant()
  const people = await Promise.all(Array.from({ length: 12 }, () => app.user()))
  for (const [i, user] of people.entries()) await rate(deps, user.id, diner.id, { value: (i % 5) + 1 })
  await asRoot.call(deleteRestaurant, idParams(diner))
  const replies = await Promise.all([
    ...people.slice(0, 4).map(user => asRoot.call(deleteUser, idParams(user))),
    asRoot.call(restoreTrash, { body: { kind: 'restaurant', ids: [diner.id] } }),
    ...people
      .slice(4, 8)
      .map(user => asRoot.call(updateUser, { ...idParams(user), body: { department: 'Finance' } })),
  ])
  expect(replies.filter(reply => reply.status >= 400).map(reply => reply.message)).toEqual([])
  const ratings = await db.selectFrom('ratings').selectAll().where('restaurantId', '=', diner.id).execute()
  expect(ratings.map(rating => rating.userId).sort((a, b) => a - b)).toEqual(
    people
      .slice(4)
      .map(user => user.id)
      .sort((a, b) => a - b),
  )
  expect(await storedTallies(db)).toEqual(await trueTallies(db))
})
