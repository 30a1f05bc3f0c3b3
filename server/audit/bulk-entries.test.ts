import { beforeEach, expect, test } from 'vitest'
import { importRatings, saveRatingsFor } from '#contract/admin-ratings.ts'
import { rate } from '#server/features/ratings/rate.ts'
import { startApp } from '#server/testing/start-app.ts'

/* A bulk write is recorded like as many single ones: each item with its values before and after. */

const app = await startApp()
const root = app.as(await app.superUser())
const ana = await app.user({ email: 'ana@example.org' })
const places = await Promise.all(Array.from({ length: 60 }, () => app.restaurant()))
const ids = places.map(({ id }) => id)
const before = { value: 2, comment: 'Before' }
const after = { value: 5, comment: 'Now' }

beforeEach(async () => {
  for (const id of ids) await rate(app.deps, ana.id, id, before)
  await app.db.deleteFrom('auditLogs').execute()
})

/** What the entries of an action list under a name, in order. One entry has no room for all of it. */
async function listed(action: string, name: string) {
  const entries = (await app.audited()).filter(entry => entry[0] === action)
  expect(entries.length).toBeGreaterThan(1)
  return entries.flatMap(([, , details]) => details[name])
}

test('ratings that an import replaces', async () => {
  const rows = ids.map(id => `ana@example.org,${id},5,Now`)
  const file = ['User Email,Restaurant ID,Rating Value,Comment (optional)', ...rows].join('\n')
  await root.call(importRatings, { file: new Blob([file]) })
  expect(await listed('RATINGS_IMPORTED', 'changed')).toEqual(
    ids.map(id => ({ userId: ana.id, restaurantId: id, before, after })),
  )
})

test('ratings that are saved for a user', async () => {
  const ratings = ids.map(restaurantId => ({ restaurantId, ...after }))
  await root.call(saveRatingsFor, { body: { userId: ana.id, ratings } })
  expect(await listed('RATINGS_SAVED', 'ratings')).toEqual(
    ids.map(id => ({ restaurantId: id, before, after })),
  )
})
