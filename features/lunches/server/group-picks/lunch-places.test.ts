import { expect, test } from 'vitest'
import { startRecalculation } from '#features/distances/contract.ts'
import { applyOsm, undoOsm } from '#features/imports/osm-contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import {
  removeRestaurantImage,
  uploadRestaurantImage,
} from '#features/restaurants/restaurant-images-contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { startImports } from '#tests/support/backups/import-runs.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { corner } from '#tests/support/services/fake-overpass.ts'

const app = await startImports()
const { asAdmin: admin, begin, ended, overpass, undo } = app
const { eater, places } = lunchesOf(app)
const root = app.as(await app.superUser())
// 10 AM on a Friday.
app.clock.set('2026-11-20T15:00:00Z')

const evenings = [{ day: 4, start: '17:00', end: '21:00' }]
const weekdays = [0, 1, 2, 3, 4].map(day => ({ day, start: '11:00', end: '21:00' }))
const osmId = `node/${corner.id}`

test('a lunch shows everyone the opening times of its places, and shows changes to them', async () => {
  const [ana, ben] = [await eater(), await eater()]
  const diner = await app.restaurant({ openingTimes: JSON.stringify(evenings) })
  const [unknown] = await places(1)
  const lunch = await ana.start([diner, unknown ?? diner])
  expect(lunch.options).toMatchObject([{ openingTimes: evenings, travelTime: 5 }, { openingTimes: null }])
  expect((await ben.list()).find(one => one.id === lunch.id)).toEqual(lunch)

  await admin.call(updateRestaurant, {
    params: { id: diner.id },
    body: { openingTimes: [] } as never,
  })
  const { body: edited } = await ben.see(lunch)
  expect(edited.options[0]?.openingTimes).toEqual([])
  expect(edited.version).toBe(lunch.version + 1)
  await app.db.deleteFrom('restaurants').where('id', '=', diner.id).execute()
  await ana.closeVote(lunch, unknown?.id)
  expect((await ben.see(lunch)).body.options[0], 'of a place that is gone nobody knows').toMatchObject({
    openingTimes: null,
  })
})

test('changes applied from OpenStreetMap show in the lunches at a place, and so does undoing them', async () => {
  overpass.known.elements = [corner]
  const cafe = await app.restaurant({ openingTimes: JSON.stringify(evenings) })
  const seen = await lunchAt(cafe)
  const changes = [{ restaurantId: cafe.id, osmId, fields: ['hours' as const] }]
  const applied = await admin.call(applyOsm, { body: { changes } })
  expect(await seen()).toMatchObject({ changes: 1, openingTimes: weekdays })
  await admin.call(undoOsm, { body: { undo: applied.body.undo } })
  expect(await seen()).toMatchObject({ changes: 2, openingTimes: evenings })

  const run = await ended((await begin({ source: 'osm-changes', changes })).body.id)
  expect(await seen()).toMatchObject({ changes: 3, openingTimes: weekdays })
  await undo(run.id)
  expect(await seen()).toMatchObject({ changes: 4, openingTimes: evenings })
})

test('a recalculated travel time to a place shows in its lunches, and so do a new image and its removal', async () => {
  const cafe = await app.restaurant({ latitude: 35.3, longitude: -82.4, travelTime: 0 })
  const seen = await lunchAt(cafe)
  await root.call(startRecalculation)
  await app.deps.jobs.recalculation.settled()
  expect(await seen()).toMatchObject({ changes: 1, travelTime: expect.toSatisfy(minutes => minutes > 0) })
  const params = { id: cafe.id }
  const file = new Blob([new Uint8Array(await picture().png().toBuffer())], { type: 'image/png' })
  await root.call(uploadRestaurantImage, { params, file })
  expect(await seen()).toMatchObject({ changes: 2, cardImageUrl: expect.stringMatching(/^\/api\/images\//) })
  await root.call(removeRestaurantImage, { params })
  expect(await seen()).toMatchObject({ changes: 3, cardImageUrl: null })
})

/** Starts a lunch at a place, to see what it shows of it and how often that has changed since. */
async function lunchAt(place: Row<'restaurants'>) {
  const ana = await eater()
  const lunch = await ana.start([place])
  return async () => {
    const { options, version } = (await ana.see(lunch)).body
    return { ...options[0], changes: version - lunch.version }
  }
}
