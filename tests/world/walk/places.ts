import { expect } from 'vitest'
import { picture } from '#server/testing/pictures.ts'
import { campusCode, email, formWith, position, type Walk } from './walk.ts'

/** Campuses, restaurants and their pictures, imports and distances. */
export async function walkPlaces(walk: Walk, refused: Record<string, number>): Promise<void> {
  const { call, cookie, origin, door, third } = walk
  await call('listAdminCampuses')
  const campus = { code: 'walk', name: 'Walk', address: '1 Hill St', ...position }
  const { id } = await call('createCampus', { body: campus })
  await call('updateCampus', { path: { id }, body: { name: 'Walked' } })
  await call('testWebhook', { path: { id }, body: {} })
  await call('deleteCampus', { path: { id } })

  const path = { id: door }
  await call('updateRestaurant', { path, body: { diets: ['vegan'], cuisine: 'Pizza' } })
  const jpeg = new Uint8Array(await picture().jpeg().toBuffer())
  const image = () => formWith('restaurantImage', jpeg, 'a.jpg')
  await call('uploadRestaurantImage', { path, form: image() })
  const headers = { cookie }
  await fetch(`${origin}/api/restaurant/${door}/image`, { method: 'POST', headers, body: image() })
  const { imageUrl } = await call('getRestaurant', { path })
  const hash = /images\/(\w+)/.exec(imageUrl)?.[1] ?? ''
  for (const name of ['getImage', 'getCardImage']) await call(name, { path: { hash } })
  for (const name of ['listRestaurants', 'listUnrated', 'listAverages']) await call(name)
  for (const name of ['listCampusRestaurants', 'listUnratedOfCampus', 'pickRestaurant', 'getForYou'])
    await call(name, { path: { campusCode } })
  await call('getMapFile', { path: { version: '1' } })
  await call('removeRestaurantImage', { path })

  const csv = 'name,address,category,phone,website\nFourth Place,4 Main St,Pizza,,\n'
  const form = formWith('file', csv, 'places.csv', { campusCode })
  await call('importRestaurants', { form, query: { preview: 'true' } })

  const near = { campusCode, radius: 1 }
  for (const name of ['searchOsm', 'listOsmDifferences', 'startOsmComparison', 'getOsmComparison'])
    await call(name, { query: near })
  await call('importFromOsm', { body: { campusCode, osmIds: ['node/123'] } })
  const change = { restaurantId: door, osmId: 'node/123', fields: ['phone'] }
  const { undo = [] } = await call('applyOsm', { body: { changes: [change] } })
  await call('undoOsm', { body: { undo } })
  const run = await call('startImport', { body: { source: 'osm', campusCode, ids: ['node/124'] } })
  await call('listImportRuns')
  await expect
    .poll(async () => {
      await call('undoImport', { path: { id: run.id } })
      return refused.undoImport
    })
    .toBe(undefined)
  await call('searchYelp', { query: { campusCode } })
  await call('importFromYelp', { body: { campusCode, yelpIds: ['a'] } })

  await call('calculateDistance', { body: { address: '1 Main St', campusCode, ...position } })
  for (const name of ['getRecalculation', 'listUnlocated', 'startRecalculation']) await call(name)
  for (const name of ['getWebsiteCheck', 'startWebsiteCheck']) await call(name)

  await call('deleteRestaurant', { path: { id: third } })
  await call('listTrash')
  await call('restoreTrash', { body: { kind: 'restaurant', ids: [third] } })
  await call('bulkDeleteRestaurants', { query: { campusCode, ids: third } })
  const { items = [] } = await call('listTrash').then(found =>
    Array.isArray(found) ? { items: found } : found,
  )
  await call('purgeTrash', { path: { id: items[0].id } })
}

/** Ratings of one's own, and all of them. */
export async function walkRatings({ call, door, roof, annId }: Walk): Promise<void> {
  const rated = await call('createRating', { body: { restaurantId: door, value: 4, comment: 'Good soup' } })
  await call('updateRating', { path: { id: rated.id }, body: { value: 5 } })
  await call('listOwnRatings')
  for (const name of ['getUserRating', 'listReviews', 'getAverage', 'getDepartmentStats'])
    await call(name, { path: { id: door } })
  await call('listUserRatings', { path: { id: annId } })
  await call('batchRatings', { body: { restaurantIds: [door, roof] } })
  const anns = await call('createRatingFor', { body: { userId: annId, restaurantId: door, value: 3 } })
  await call('updateAnyRating', { path: { id: anns.id }, body: { value: 2 } })
  await call('saveRatingsFor', { body: { userId: annId, ratings: [{ restaurantId: roof, value: 5 }] } })
  await call('listAllRatings')
  const csv = `User Email,Restaurant ID,Rating Value\n${email},${roof},4\n`
  await call('importRatings', { form: formWith('file', csv, 'ratings.csv'), query: { preview: 'true' } })
  await call('deleteAnyRating', { path: { id: anns.id } })
}
