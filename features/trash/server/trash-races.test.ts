// On both engines: transactions.
import { expect, test } from 'vitest'
import { deleteUser, updateUser } from '#features/accounts/users-contract.ts'
import { deleteAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { lock } from '#kit/server/database/rows.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { countLockWaits } from '#tests/support/databases/lock-waits.ts'
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

// Not on SQLite, where a write transaction locks out the others from its start.
test.runIf(process.env.ENGINE === 'postgres')(
  'of two deletions of a rating that have both found it, one counts and keeps it, and the other finds none',
  async () => {
    const [ana, diner] = [await app.user(), await app.restaurant()]
    await rate(deps, ana.id, diner.id, { value: 4 })
    const rating = db.selectFrom('ratings').select('id').where('userId', '=', ana.id)
    const params = await rating.executeTakeFirstOrThrow()
    await db.deleteFrom('auditLogs').execute()
    const { deletions } = await db.transaction().execute(async tx => {
      await lock(tx, 'users', { id: ana.id })
      const deletions = [1, 2].map(() => asRoot.call(deleteAnyRating, { params }))
      await expect.poll(() => countLockWaits(db)).toBe(2)
      return { deletions }
    })
    const replies = await Promise.all(deletions)
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404])
    expect(await app.audited()).toMatchObject([['RATING_DELETED', expect.any(Number), params]])
    const kept = db.selectFrom('trashedRatings').select('userId').where('restaurantId', '=', diner.id)
    expect(await kept.execute()).toEqual([{ userId: ana.id }])
  },
)

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
