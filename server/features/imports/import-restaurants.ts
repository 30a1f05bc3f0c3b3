import type { Reply } from '#contract/endpoint.ts'
import type { ImportedRestaurant, importRestaurants } from '#contract/imports.ts'
import { joinDiets } from '#domain/diets.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode, lockCampus } from '#server/data/campuses-store.ts'
import { listPlaces } from '#server/data/imports-store.ts'
import { insertRestaurants } from '#server/data/restaurants-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import { type ImportRow, markDuplicates } from './duplicates.ts'
import { readRestaurantRows } from './restaurant-rows.ts'

type Result = Reply<typeof importRestaurants>
type Wish = { file: Uint8Array; campusCode: string }

/** Writes the good rows of a CSV file, all of them or none; what is there already stays as it is. */
export async function importRestaurantFile(
  { db, now }: Deps,
  { file, campusCode }: Wish,
  by: Actor,
): Promise<Result> {
  const read = await readRestaurantRows(file)
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    // Whoever sends the same file at the same moment waits here, and then finds the places there.
    if (!(await lockCampus(tx, campusCode))) throw invalidCampus()
    const rows = markDuplicates(read, await listPlaces(tx, campusCode))
    const result = resultOf(rows)
    await insertRestaurants(
      tx,
      rows.filter(row => row.status === 'new').map(row => toRestaurant(row, campusCode, time)),
    )
    if (result.imported > 0) {
      const details = { ...result, campusCode, errors: result.errors.length }
      await recordAudit(tx, { action: 'RESTAURANTS_IMPORTED', details, by, time })
    }
    return result
  })
}

/** Tells what the import would do. */
export async function previewRestaurantFile({ db }: Deps, { file, campusCode }: Wish): Promise<Result> {
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const rows = markDuplicates(await readRestaurantRows(file), await listPlaces(db, campusCode))
  return { ...resultOf(rows), rows }
}

export function resultOf(rows: ImportRow[]) {
  const faulty = rows.filter(row => row.status === 'faulty')
  return {
    imported: rows.filter(row => row.status === 'new').length,
    skipped: rows.filter(row => row.status === 'duplicate').length,
    errors: faulty.map(({ row, message = '' }) => ({ row, message })),
  }
}

/** What the file doesn't tell stays unknown. */
const toRestaurant = (
  { name, address, cuisine, phone, websiteUrl, diets }: ImportedRestaurant,
  campusCode: string,
  time: string,
) => ({
  name,
  address,
  cuisine,
  phone,
  websiteUrl,
  diets: joinDiets(diets),
  campusCode,
  price: null,
  hours: null,
  distance: null,
  createdAt: time,
  updatedAt: time,
})
