import { beforeEach, expect, test } from 'vitest'
import { importRestaurants } from '#features/imports/contract.ts'
import { listImportRuns, undoImport } from '#features/imports/import-runs-contract.ts'
import { importRatings, saveRatingsFor } from '#features/ratings/admin-ratings-contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { countStatements } from '#tests/support/databases/count-statements.ts'
import { rate } from '#tests/support/rate.ts'
import { startApp } from '#tests/support/start-app.ts'

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
  expect(entries.map(([, , { part }]) => part)).toEqual([undefined, ...entries.slice(1).map((_, i) => i + 2)])
  return entries.flatMap(([, , details]) => details[name])
}

test('ratings that an import replaces', async () => {
  const rows = ids.map(id => `ana@example.org,${id},5,Now`)
  const file = ['User Email,Restaurant ID,Rating Value,Comment (optional)', ...rows].join('\n')
  await root.call(importRatings, { file: new Blob([file]) })
  expect(await listed('RATINGS_IMPORTED', 'ratings')).toEqual(
    places.map(({ id, name }) => ({
      ...{ userId: ana.id, email: 'ana@example.org', restaurantId: id, restaurantName: name },
      ...{ before, after },
    })),
  )
})

test('ratings that are saved for a user', async () => {
  const ratings = ids.map(restaurantId => ({ restaurantId, ...after }))
  await root.call(saveRatingsFor, { body: { userId: ana.id, ratings } })
  expect(await listed('RATINGS_SAVED', 'ratings')).toEqual(
    places.map(({ id, name }) => ({ restaurantId: id, restaurantName: name, before, after })),
  )
})

test('ratings that an import adds', async () => {
  const [{ id = 0, name = '' } = {}] = places
  await app.db.deleteFrom('ratings').execute()
  const file = `User Email,Restaurant ID,Rating Value,Comment (optional)\nana@example.org,${id},5,Now`
  await root.call(importRatings, { file: new Blob([file]) })
  const rating = { userId: ana.id, email: 'ana@example.org', restaurantId: id, restaurantName: name, after }
  expect(await app.audited()).toEqual([
    ['RATINGS_IMPORTED', expect.anything(), { imported: 1, skipped: 0, errors: 0, ratings: [rating] }],
  ])
})

test('restaurants that an import adds and its undoing removes, and those that the trash gives back', async () => {
  const names = Array.from(
    { length: 60 },
    (_, i) => `Sample ${String.fromCharCode(65 + (i % 26))}${i} Kitchen`,
  )
  const rows = names.map((name, i) => `${name},${i} Main St,Diner,,`)
  const file = new Blob([['Name,Address,Category,Phone,Website', ...rows].join('\n')])
  await root.call(importRestaurants, { body: { campusCode: 'arden' }, file })
  const added = await listed('RESTAURANTS_IMPORTED', 'restaurants')
  expect(added).toEqual(names.map((name, i) => ({ id: expect.any(Number), name, address: `${i} Main St` })))
  const { body: runs } = await root.call(listImportRuns)
  await root.call(undoImport, { params: { id: runs[0]?.id ?? 0 } })
  expect(await listed('IMPORT_UNDONE', 'removed')).toEqual(added)
  const restored = added.map(({ id }) => id)
  await root.call(restoreTrash, { body: { kind: 'restaurant', ids: restored } })
  expect((await listed('RESTAURANT_RESTORED', 'restored')).map(({ id }) => id)).toEqual(restored)
})

test('a long list of entries takes fewer statements than entries', async () => {
  const counted = await countStatements(app)
  const as = counted.as(await app.superUser())
  const statementsFor = (count: number) =>
    counted.statementsOf(async () => {
      const ratings = ids.slice(0, count).map(restaurantId => ({ restaurantId, ...after }))
      await as.call(saveRatingsFor, { body: { userId: ana.id, ratings } })
    })
  await statementsFor(1)
  await app.db.deleteFrom('auditLogs').execute()
  const single = await statementsFor(2)
  expect(await app.audited()).toHaveLength(1)
  const whole = await statementsFor(60)
  const entries = (await app.audited()).length
  expect(entries).toBeGreaterThan(2)
  expect(whole - single).toBeLessThan(entries - 1)
})
