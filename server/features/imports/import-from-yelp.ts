import type { Body, Reply } from '#contract/endpoint.ts'
import type { importFromYelp } from '#contract/yelp.ts'
import { estimateTravel, type Point } from '#domain/distance.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode, lockCampus } from '#server/data/campuses-store.ts'
import { saveImage } from '#server/data/images-store.ts'
import { listPlaces } from '#server/data/imports-store.ts'
import { insertRestaurants } from '#server/data/restaurants-store.ts'
import type { CampusRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Yelp } from '#server/integrations/yelp.ts'
import { markDuplicates, type Place } from './duplicates.ts'
import { resultOf } from './import-restaurants.ts'
import { addPhotos, type CompleteRow, readBusinesses, type YelpRow } from './read-rows.ts'

type Result = Reply<typeof importFromYelp>

/** Writes what Yelp tells of restaurants, of all of them or, where Yelp fails, of none. */
export async function importBusinesses(
  deps: Deps,
  yelp: Yelp,
  { yelpIds, campusCode }: Body<typeof importFromYelp>,
  by: Actor,
): Promise<Result> {
  const { db, now } = deps
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const known = await listPlaces(db, campusCode)
  const told = await readBusinesses(yelp, rowsOf(yelpIds, known))
  const rows = await addPhotos(deps, yelp, markDuplicates(told, known))
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    // Whoever imports the same ones at the same moment waits here, and then finds them there.
    const campus = await lockCampus(tx, campusCode)
    if (!campus) throw invalidCampus()
    const marked = markDuplicates(rows, await listPlaces(tx, campusCode))
    const result = resultOf(marked)
    const added = marked.flatMap(row =>
      row.status === 'new' && row.facts ? [{ ...row, facts: row.facts }] : [],
    )
    await insertRestaurants(
      tx,
      added.map(row => toRestaurant(row, campus, time)),
    )
    for (const { photo } of added) if (photo) await saveImage(tx, { ...photo, createdAt: time })
    if (result.imported > 0) {
      const details = { ...result, campusCode, errors: result.errors.length, from: 'Yelp' }
      await recordAudit(tx, { action: 'RESTAURANTS_IMPORTED', details, by, time })
    }
    return result
  })
}

/** A row for each id; Yelp needn't be asked for what is known or was named before. */
function rowsOf(yelpIds: string[], known: Place[]): YelpRow[] {
  const seen = new Set(known.map(({ yelpId }) => yelpId))
  return yelpIds.map((yelpId, index) => {
    const status = seen.has(yelpId) ? 'duplicate' : 'new'
    seen.add(yelpId)
    return { row: index + 1, yelpId, status, name: '', address: '' }
  })
}

function toRestaurant({ name, address, facts, photo }: CompleteRow, campus: CampusRow, time: string) {
  const { point, ...told } = facts
  return {
    name,
    address,
    campusCode: campus.code,
    ...told,
    imageHash: photo?.hash ?? null,
    ...travelTo(campus, point),
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    createdAt: time,
    updatedAt: time,
  }
}

const travelTo = (campus: CampusRow, point: Point | null) =>
  point
    ? { ...estimateTravel(campus, point), distanceIsEstimated: true }
    : { distance: null, travelTime: 0, distanceIsEstimated: false }
