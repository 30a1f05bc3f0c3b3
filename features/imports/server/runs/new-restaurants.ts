import type { Insertable } from 'kysely'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { isTooFar, tooFarFromCampus } from '#features/campuses/reach.ts'
import { invalidCampus } from '#features/campuses/server/campuses-store.ts'
import { addToRun } from '#features/distances/server/distance-runs-store.ts'
import { unplaced } from '#features/restaurants/server/position/position-of.ts'
import type { ImportResult, RowError } from '#kit/contract/import-fields.ts'
import { pointOf } from '#kit/rules/distance.ts'
import { insertAll, lock } from '#kit/server/database/rows.ts'
import type { Database, Db, Row as TableRow } from '#kit/server/database/schema.ts'
import type { ImportRun } from '../../import-runs-contract.ts'
import type { ImportRow } from '../duplicates.ts'
import type { Writing, Written } from './import-run.ts'

type NewRestaurant = Insertable<Database['restaurants']>

/** What an import of restaurants looked up. */
export interface NewRestaurants<Row extends ImportRow> {
  source: ImportRun['source']
  campusCode: string
  /** The service, for the audit log; undefined for a file. */
  from?: string
  /** The name of the file. */
  file?: string
  /** What was left out of the whole file. */
  remarks?: RowError[]
  /** The rows, with those that the campus has at this moment marked as duplicates. */
  rows: (tx: Db) => Promise<Row[]>
  /** Undefined if there is no data for the row. */
  toRestaurant: (row: Row, campus: TableRow<'campuses'>, time: string) => NewRestaurant | undefined
  /** Writes additional data in the same transaction. */
  writeExtras?: (tx: Db, added: Row[], time: string) => Promise<void>
}

/** Adds the rows that are new to the campus. Existing restaurants stay unchanged. */
export async function writeNewRestaurants<Row extends ImportRow>(
  tx: Db,
  found: NewRestaurants<Row>,
  { deps, by, time }: Writing,
): Promise<Written> {
  const { source, campusCode, from, file = null } = found
  // A simultaneous import of the same places waits here, and then finds them as duplicates.
  const [campus] = await lock(tx, 'campuses', { code: campusCode })
  if (!campus) throw invalidCampus()
  const marked = await found.rows(tx)
  const result = resultOf(marked, found.remarks)
  const added = marked.filter(({ status }) => status === 'new')
  const placed = added.flatMap(row => {
    const restaurant = found.toRestaurant(row, campus, time)
    return restaurant ? [nearCampus(row, restaurant, campus)] : []
  })
  const restaurants = placed.map(({ restaurant }) => restaurant)
  const columns = ['id', 'name', 'address', 'latitude', 'longitude'] as const
  const inserted = (await insertAll(tx, 'restaurants', restaurants, columns)).sort((a, b) => a.id - b.id)
  await found.writeExtras?.(tx, added, time)
  result.errors.push(...placed.flatMap(({ problem }) => problem ?? []))
  result.errors.sort((a, b) => a.row - b.row)
  if (result.imported > 0) {
    const { imported, skipped, errors, remarks = [] } = result
    const details = (restaurants: object[]) => ({
      imported,
      skipped,
      errors: errors.length,
      campusCode,
      ...(remarks.length > 0 && { remarks: remarks.length }),
      ...(from && { from }),
      restaurants,
    })
    const items = inserted.map(({ id, name, address }) => ({ id, name, address }))
    await recordBulkAudit(tx, { action: 'RESTAURANTS_IMPORTED', items, details, by, time })
  }
  const unlocated = deps.geocoder ? inserted.filter(row => pointOf(row) === null) : []
  // A recalculation locates and measures them in the background.
  if (unlocated.length > 0) {
    const ids = unlocated.map(({ id }) => id)
    const startedBy = by.viewer?.id ?? null
    await addToRun(tx, { campusCode, ids, toLocate: ids, startedBy, startedAt: time })
  }
  return {
    run: { source, campusCode, file, count: marked.length },
    result: { ...result, changed: 0, ...(unlocated.length > 0 && { toLocate: unlocated.length }) },
    restaurants: inserted.map(({ id }) => ({ restaurantId: id, updatedAt: time, before: null })),
  }
}

/** Drops and reports a position too far from the campus; the address may be located nearer later. */
function nearCampus(
  { row, name }: ImportRow,
  restaurant: NewRestaurant,
  campus: TableRow<'campuses'>,
): { restaurant: NewRestaurant; problem?: RowError } {
  const { latitude = null, longitude = null } = restaurant
  const point = pointOf({ latitude, longitude })
  if (!point || !isTooFar(campus, point)) return { restaurant }
  const message = `“${name}” was imported without its position. ${tooFarFromCampus}`
  return { restaurant: { ...restaurant, ...unplaced }, problem: { row, message } }
}

export function resultOf(rows: ImportRow[], ofFile: RowError[] = []): ImportResult {
  const faulty = rows.filter(row => row.status === 'faulty')
  const ofRows = rows.flatMap(({ row, status, remarks = [] }) =>
    status === 'new' ? remarks.map(message => ({ row, message })) : [],
  )
  const remarks = [...ofFile, ...ofRows]
  return {
    imported: rows.filter(row => row.status === 'new').length,
    skipped: rows.filter(row => row.status === 'duplicate').length,
    errors: faulty.map(({ row, message = '' }) => ({ row, message })),
    ...(remarks.length > 0 && { remarks }),
  }
}
