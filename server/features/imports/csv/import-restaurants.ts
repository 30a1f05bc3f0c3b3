import type { Reply } from '#contract/endpoint.ts'
import type { ImportResult } from '#contract/import-fields.ts'
import type { ImportedRestaurant, importRestaurants } from '#contract/imports.ts'
import { joinDiets } from '#domain/diets.ts'
import type { Actor } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listPlaces } from '#server/data/restaurants-store.ts'
import type { CampusRow, Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import { markDuplicates } from '../duplicates.ts'
import { resultOf, writeImport } from '../runs/write-import.ts'
import { readRestaurantRows } from './restaurant-rows.ts'

type Input = { file: Uint8Array; campusCode: string; fileName?: string }

/** Imports the valid rows of a CSV file. */
export async function importRestaurantFile(
  deps: Deps,
  { file, campusCode, fileName }: Input,
  by: Actor,
): Promise<ImportResult> {
  const read = await readRestaurantRows(file)
  const rows = async (tx: Db) => markDuplicates(read, await listPlaces(tx, [campusCode]))
  const source = 'csv' as const
  const { ids: _, ...result } = await writeImport(
    deps,
    { source, campusCode, file: fileName, rows, toRestaurant },
    by,
  )
  return result
}

/** Reports what the import would do. */
export async function previewRestaurantFile(
  { db }: Deps,
  { file, campusCode }: Input,
): Promise<Reply<typeof importRestaurants>> {
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const rows = await markDuplicates(await readRestaurantRows(file), await listPlaces(db, [campusCode]))
  return { ...resultOf(rows), rows }
}

/** Leaves the fields that no CSV column provides empty. */
const toRestaurant = (
  { row: _, status: __, message: ___, remarks: ____, diets, ...fields }: ImportedRestaurant,
  campus: CampusRow,
  time: string,
) => ({
  ...fields,
  diets: joinDiets(diets),
  campusCode: campus.code,
  price: null,
  hours: null,
  distance: null,
  createdAt: time,
  updatedAt: time,
})
