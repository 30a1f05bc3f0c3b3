import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { lockCampus } from '#features/campuses/server/campuses-store.ts'
import { addToRun } from '#features/distances/server/distance-runs-store.ts'
import { insertRestaurants, listUnlocatedIds } from '#features/restaurants/server/restaurants-store.ts'
import type { ImportResult, RowError } from '#kit/contract/import-fields.ts'
import { isTooFar, pointOf, tooFarFromCampus, unplaced } from '#kit/rules/distance.ts'
import type { Db, Row as TableRow } from '#kit/server/database/schema.ts'
import type { Deps, Jobs } from '#kit/server/deps.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { ImportRun } from '../../import-runs-contract.ts'
import type { ImportRow } from '../duplicates.ts'
import { type BackgroundRun, recordImport } from './record-import.ts'

type NewRestaurant = Parameters<typeof insertRestaurants>[1][number]
export type WriteDeps = Pick<Deps, 'db' | 'now' | 'geocoder'> & { jobs: Pick<Jobs, 'recalculation'> }

/** An import that needs no more data from external services. */
export interface Import<Row extends ImportRow> {
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

/**
 * Writes the new rows of an import, and its record, in one transaction. Existing restaurants stay unchanged. Also
 * returns the ids of the new restaurants.
 */
export async function writeImport<Row extends ImportRow>(
  deps: WriteDeps,
  { source, campusCode, from, file, remarks, rows, toRestaurant, writeExtras }: Import<Row>,
  by: Actor,
  background?: BackgroundRun,
): Promise<ImportResult & { ids: number[] }> {
  const { db, now, jobs } = deps
  const time = now().toISOString()
  const result = await db.transaction().execute(async tx => {
    await background?.lease.requireHeld(tx)
    // A simultaneous import of the same places waits here, and then finds them as duplicates.
    const campus = await lockCampus(tx, campusCode)
    if (!campus) throw invalidCampus()
    const marked = await rows(tx)
    const result = resultOf(marked, remarks)
    const added = marked.filter(({ status }) => status === 'new')
    const placed = added.flatMap(row => {
      const restaurant = toRestaurant(row, campus, time)
      return restaurant ? [nearCampus(row, restaurant, campus)] : []
    })
    const inserted = await insertRestaurants(
      tx,
      placed.map(({ restaurant }) => restaurant),
    )
    const ids = inserted.map(({ id }) => id)
    await writeExtras?.(tx, added, time)
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
      await recordBulkAudit(tx, { action: 'RESTAURANTS_IMPORTED', items: inserted, details, by, time })
    }
    const toLocate = await locateLater(deps, tx, { campusCode, time, by })
    const all = { ...result, ...(toLocate > 0 && { toLocate }) }
    const written = ids.map(restaurantId => ({ restaurantId, updatedAt: time, before: null }))
    await recordImport(
      tx,
      {
        run: { source, campusCode, file: file ?? null, count: marked.length, startedAt: time },
        written,
        result: { ...all, changed: 0 },
        by,
        time,
      },
      background,
    )
    return { ...all, ids }
  })
  if (result.toLocate) jobs.recalculation.wake()
  return result
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

/** Adds restaurants without a position to a recalculation, which locates and measures them in the background. */
async function locateLater(
  { geocoder }: WriteDeps,
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
