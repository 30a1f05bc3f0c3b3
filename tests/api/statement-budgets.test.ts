// On both engines: transactions.
import { expect, test } from 'vitest'
import { listAllTokens } from '#features/accounts/tokens-contract.ts'
import { addFavorite } from '#features/favorites/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { listAdminSuggestions } from '#features/suggestions/contract.ts'
import { addressOf } from '#kit/contract/endpoint.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { startApp } from '#tests/support/start-app.ts'

/* How many statements the calls that are frequent at noon take; each one is a round trip on PostgreSQL. */

const app = await startApp()
const counted = await countStatements(app)
const user = await app.user()
const ana = counted.as(user)
const [{ id }, other] = [await app.restaurant(), await app.restaurant()]
// Two, since the number of statements must not depend on it.
for (const place of [{ id }, other])
  await app.as(user).call(addFavorite, { body: { restaurantId: place.id } })

test.each([
  ['the signed-in user', '/api/user', 1, 1],
  ['the restaurants of a campus', '/api/restaurants/campus/arden', 6, 2],
  ['the unrated restaurants', '/api/restaurants/unrated/arden', 6, 2],
  ['the user’s own ratings', `/api/users/${user.id}/ratings`, 3, 1],
  ['the suggestions', '/api/restaurants/campus/arden/for-you', 11, 3],
  ['the favorites of Home', '/api/favorites/restaurant-ids', 3, 1],
  ['the favorites', '/api/favorites', 6, 2],
  ['all averages', '/api/restaurants/ratings', 3, 2],
  ['the campuses', '/api/campuses', 2, 1],
  ['the departments', '/api/departments', 2, 1],
  ['the active alerts', '/api/emergency-messages/active', 2, 1],
  ['the public configuration', '/api/config/public', 1, 0],
])('%s: the call takes the expected number of statements', async (_, path, atFirst, again) => {
  const call = () => ana.fetch(path)
  await ana.fetch('/api/user')
  expect(await counted.statementsOf(call)).toBe(atFirst)
  expect(await counted.statementsOf(call)).toBe(again)
})

test('after a colleague has rated, the suggestions are not made again, and the favorites of Home not even checked', async () => {
  const [suggestions, favorites] = [
    '/api/restaurants/campus/arden/for-you',
    '/api/favorites/restaurant-ids',
  ].map(path => () => ana.fetch(path))
  if (!suggestions || !favorites) throw new Error('no calls')
  // With three ratings, a place says more than before.
  for (let n = 0; n < 3; n += 1)
    await app.as(await app.user()).call(createRating, { body: { restaurantId: id, value: 4 } })
  for (const call of [suggestions, favorites]) await call()
  await app.as(await app.user()).call(createRating, { body: { restaurantId: id, value: 5 } })
  // The places are looked at again, once for everyone, and are as they were.
  expect(await counted.statementsOf(suggestions)).toBe(5)
  expect(await counted.statementsOf(suggestions)).toBe(3)
  expect(await counted.statementsOf(favorites)).toBe(1)
})

const createdAt = '2026-06-01T12:00:00.000Z'

test.each([
  {
    list: 'suggestions',
    call: listAdminSuggestions,
    add: (n: number, userId: number) => {
      const asked = { kind: 'restaurant', state: 'open', name: `Place ${n}`, address: '1 Main St' } as const
      const campusCode = n % 2 ? 'arden' : 'brevard'
      return app.insert('suggestions', { ...asked, userId, campusCode, text: '', createdAt })
    },
  },
  {
    list: 'access tokens',
    call: listAllTokens,
    add: (n: number, userId: number) => {
      const token = { name: 'Robot', tokenHash: `${n}`, readOnly: true, expiresAt: createdAt }
      return app.insert('accessTokens', { ...token, userId, createdAt })
    },
  },
])('the list of all $list takes as many statements for five people as for two', async ({ call, add }) => {
  const admin = counted.as(await app.admin())
  const statements = () => counted.statementsOf(() => admin.fetch(addressOf(call)))
  const addFrom = async (...numbers: number[]) => {
    for (const n of numbers) await add(n, (await app.user()).id)
  }
  await addFrom(1, 2)
  await statements()
  const few = await statements()
  await addFrom(3, 4, 5)
  expect(await statements()).toBe(few)
})
