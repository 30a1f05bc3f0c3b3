import type { FastifyInstance } from 'fastify'
import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { type ImportedRating, importRatings } from '#features/ratings/admin-ratings-contract.ts'
import { optionalHeader, ratingColumns } from '#features/ratings/rating-columns.ts'
import { readRatingRows } from '#features/ratings/server/rating-rows.ts'
import { editsOf, planRatings, saveRatings } from '#features/ratings/server/save-ratings.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { listPlaces } from '#features/restaurants/server/restaurants-store.ts'
import { readHeaders } from '#kit/contract/csv-columns.ts'
import { readCsvUpload } from '#kit/server/csv/csv-upload.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type ImportedRestaurant, importRestaurants } from '../../contract.ts'
import { markDuplicates } from '../duplicates.ts'
import { atOnce, carryOut, type Source } from '../runs/import-run.ts'
import { type NewRestaurants, resultOf, writeNewRestaurants } from '../runs/new-restaurants.ts'
import { readRestaurantRows } from './restaurant-rows.ts'

const { optional, ...others } = readHeaders(ratingColumns)
const readColumns = { ...others, optional: [...optional, optionalHeader(ratingColumns.comment)] }

/** Imports of CSV files. A preview only reports what would happen. */
export function importsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, importRestaurants, async call => {
    const input = { file: call.file, ...call.body }
    if (call.query.preview !== true) return (await carryOut(deps, csvImport, input, call)).result
    const found = await csvImport.look(deps, input, atOnce)
    const rows = await found.rows(deps.db)
    return { ...resultOf(rows, found.remarks), rows }
  })

  serve(app, importRatings, async call => {
    const uploaded = readCsvUpload(call.file, readColumns)
    if (call.query.preview === true) {
      const { good, errors, remarks } = await readRatingRows(deps.db, uploaded)
      const planned = await planRatings(deps.db, good)
      const rows = good.flatMap((rating, index) => {
        const plan = planned[index]
        return plan ? [{ ...rating, ...plan }] : []
      })
      return { ...countsOf(rows), errors, ...(remarks.length > 0 && { remarks }), rows }
    }
    return write(deps, call, async ({ tx, time }) => {
      const { good, errors, remarks } = await readRatingRows(tx, uploaded)
      const saved = await saveRatings(tx, good, time)
      const counts = countsOf(saved)
      if (counts.imported > 0) {
        const items = editsOf(saved)
        const details = (ratings: object[]) => ({ ...counts, errors: errors.length, ratings })
        await recordBulkAudit(tx, { action: 'RATINGS_IMPORTED', items, details, by: call, time })
      }
      return { ...counts, errors, ...(remarks.length > 0 && { remarks }) }
    })
  })
}

function countsOf(planned: { outcome: ImportedRating['outcome'] }[]) {
  const skipped = planned.filter(plan => plan.outcome === 'same').length
  return { imported: planned.length - skipped, skipped }
}

type Input = { file: Uint8Array; campusCode: string; fileName?: string }

/** Adds the valid rows of a CSV file. */
const csvImport: Source<Input, NewRestaurants<ImportedRestaurant>> = {
  look: async ({ db }, { file, campusCode, fileName }) => {
    const campus = await requireCampus(db, campusCode, invalidCampus)
    const read = await readRestaurantRows(file, campus)
    return {
      source: 'csv',
      campusCode,
      file: fileName,
      remarks: read.remarks,
      rows: async tx => markDuplicates(read.rows, await listPlaces(tx, [campusCode])),
      toRestaurant,
    }
  },
  write: writeNewRestaurants,
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
