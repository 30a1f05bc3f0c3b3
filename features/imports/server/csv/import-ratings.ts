import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { write } from '#features/audit/server/write.ts'
import type { importRatings as endpoint, ImportedRating } from '#features/ratings/admin-ratings-contract.ts'
import { optionalHeader, ratingColumns } from '#features/ratings/rating-columns.ts'
import { type GoodRow, readRatingRows } from '#features/ratings/server/rating-rows.ts'
import { editsOf, planRatings, saveRatings } from '#features/ratings/server/save-ratings.ts'
import { readHeaders } from '#kit/contract/csv-columns.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { readCsvUpload } from '#kit/server/csv/csv-upload.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'

const { optional, ...others } = readHeaders(ratingColumns)
const columns = { ...others, optional: [...optional, optionalHeader(ratingColumns.comment)] }

/** Writes the valid rows of a CSV file in one transaction; a preview only reports what would happen. */
export async function importRatings(
  deps: Deps,
  { file, isPreview }: { file: Uint8Array; isPreview: boolean },
  by: Actor,
): Promise<Reply<typeof endpoint>> {
  const uploaded = readCsvUpload(file, columns)
  if (isPreview) {
    const { good, errors, remarks } = await readRatingRows(deps.db, uploaded)
    const rows = await describe(deps.db, good)
    return { ...countsOf(rows), errors, ...(remarks.length > 0 && { remarks }), rows }
  }
  return write(deps, by, async ({ tx, time }) => {
    const { good, errors, remarks } = await readRatingRows(tx, uploaded)
    const saved = await saveRatings(tx, good, time)
    const counts = countsOf(saved)
    if (counts.imported > 0) {
      const items = editsOf(saved)
      const details = (ratings: object[]) => ({ ...counts, errors: errors.length, ratings })
      await recordBulkAudit(tx, { action: 'RATINGS_IMPORTED', items, details, by, time })
    }
    return { ...counts, errors, ...(remarks.length > 0 && { remarks }) }
  })
}

async function describe(db: Db, good: GoodRow[]): Promise<ImportedRating[]> {
  const planned = await planRatings(db, good)
  return good.flatMap((rating, index) => {
    const plan = planned[index]
    return plan ? [{ ...rating, ...plan }] : []
  })
}

function countsOf(planned: { outcome: ImportedRating['outcome'] }[]) {
  const skipped = planned.filter(plan => plan.outcome === 'same').length
  return { imported: planned.length - skipped, skipped }
}
