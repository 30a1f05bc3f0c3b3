import type { ImportResult } from '#contract/fields.ts'
import { isTooFar } from '#domain/distance.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { lockCampus } from '#server/data/campuses-store.ts'
import { addToRun } from '#server/data/distance-runs-store.ts'
import { insertRestaurants, listUnlocatedIds } from '#server/data/restaurants-store.ts'
import type { CampusRow, Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { ImportRow } from './duplicates.ts'

type NewRestaurant = Parameters<typeof insertRestaurants>[1][number]

interface Import<Row extends ImportRow, More extends object> {
  campusCode: string
  /** For the audit log, where it isn't a file. */
  from?: string
  /** The rows, marked by what the campus has at this moment. */
  rows: (tx: Db) => Promise<Row[]>
  /** Undefined where nothing is known of the place. */
  toRestaurant: (row: Row, campus: CampusRow, time: string) => NewRestaurant | undefined
  /** What else is written and returned. */
  besides?: (tx: Db, added: Row[], time: string) => Promise<More>
}

/** Writes the new rows of an import, all of them or none; what is there already stays as it is. */
export async function writeImport<Row extends ImportRow, More extends object = object>(
  deps: Deps,
  { campusCode, from, rows, toRestaurant, besides }: Import<Row, More>,
  by: Actor,
): Promise<ImportResult & More> {
  const { db, now, recalculation } = deps
  const time = now().toISOString()
  const result = await db.transaction().execute(async tx => {
    // A second import of the same places waits here, and then finds them present.
    const campus = await lockCampus(tx, campusCode)
    if (!campus) throw invalidCampus()
    const marked = await rows(tx)
    const result = resultOf(marked)
    const added = marked.filter(({ status }) => status === 'new')
    await insertRestaurants(
      tx,
      added.flatMap(row => {
        const restaurant = toRestaurant(row, campus, time)
        return restaurant ? [nearCampus(restaurant, campus)] : []
      }),
    )
    const more = await besides?.(tx, added, time)
    if (result.imported > 0) {
      const details = { ...result, campusCode, errors: result.errors.length, ...(from && { from }) }
      await recordAudit(tx, { action: 'RESTAURANTS_IMPORTED', details, by, time })
    }
    const toLocate = await locateLater(deps, tx, { campusCode, time, by })
    return { ...result, ...(toLocate > 0 && { toLocate }), ...(more as More) }
  })
  if (result.toLocate) recalculation.wake()
  return result
}

/** A position that can't be meant is left out; the address may be found nearer. */
function nearCampus(restaurant: NewRestaurant, campus: CampusRow): NewRestaurant {
  const { latitude = null, longitude = null } = restaurant
  if (latitude === null || longitude === null || !isTooFar(campus, { latitude, longitude })) return restaurant
  const unknown = {
    latitude: null,
    longitude: null,
    distance: null,
    travelTime: 0,
    distanceIsEstimated: false,
  }
  return { ...restaurant, ...unknown }
}

/** What came without a position is located and measured in the background, as part of a recalculation. */
async function locateLater(
  { geocoder }: Deps,
  tx: Db,
  { campusCode, time, by }: { campusCode: string; time: string; by: Actor },
): Promise<number> {
  if (!geocoder) return 0
  const ids = await listUnlocatedIds(tx, { campusCode, createdAt: time })
  if (ids.length === 0) return 0
  const startedBy = by.viewer?.id ?? null
  await addToRun(tx, { campusCode, ids, toLocate: ids, startedBy, startedAt: time })
  return ids.length
}

export function resultOf(rows: ImportRow[]): ImportResult {
  const faulty = rows.filter(row => row.status === 'faulty')
  return {
    imported: rows.filter(row => row.status === 'new').length,
    skipped: rows.filter(row => row.status === 'duplicate').length,
    errors: faulty.map(({ row, message = '' }) => ({ row, message })),
  }
}
