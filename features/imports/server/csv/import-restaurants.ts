import type { Actor } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import type { ImportResult } from '#kit/contract/import-fields.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { ImportedRestaurant, importRestaurants } from '../../contract.ts'
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
  const read = await readRestaurantRows(file, await campusOf(deps.db, campusCode))
  const rows = async (tx: Db) => markDuplicates(read.rows, await listPlaces(tx, [campusCode]))
  const source = 'csv' as const
  const { ids: _, ...result } = await writeImport(
    deps,
    { source, campusCode, file: fileName, rows, remarks: read.remarks, toRestaurant },
    by,
  )
  return result
}

/** Reports what the import would do. */
export async function previewRestaurantFile(
  { db }: Deps,
  { file, campusCode }: Input,
): Promise<Reply<typeof importRestaurants>> {
  const read = await readRestaurantRows(file, await campusOf(db, campusCode))
  const rows = await markDuplicates(read.rows, await listPlaces(db, [campusCode]))
  return { ...resultOf(rows, read.remarks), rows }
}

async function campusOf(db: Db, code: string): Promise<Row<'campuses'>> {
  return (await findCampusByCode(db, code)) ?? Promise.reject(invalidCampus())
}

/** Leaves the fields that no CSV column provides empty. */
const toRestaurant = (
  { row: _, status: __, message: ___, remarks: ____, ...fields }: ImportedRestaurant,
  campus: Row<'campuses'>,
  time: string,
) => ({
  ...asColumns(fields),
  campusCode: campus.code,
  createdAt: time,
  updatedAt: time,
})
