// On both engines: transactions.
import { expect, test } from 'vitest'
import { countStatements } from '#server/testing/count-statements.ts'
import { startApp } from '#server/testing/start-app.ts'

/* How many statements the calls that are frequent at noon take; each one is a round trip on PostgreSQL. */

const app = await startApp()
const counted = await countStatements(app)
const user = await app.user()
const ana = counted.as(user)
await app.restaurant()

test.each([
  ['the signed-in user', '/api/user', 1, 1],
  ['the restaurants of a campus', '/api/restaurants/campus/arden', 6, 2],
  ['the unrated restaurants', '/api/restaurants/unrated/arden', 6, 2],
  ['the user’s own ratings', `/api/users/${user.id}/ratings`, 3, 1],
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
