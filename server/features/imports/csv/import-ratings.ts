import type { importRatings as endpoint, ImportedRating } from '#contract/admin-ratings.ts'
import { readHeaders } from '#contract/csv-columns.ts'
import type { Reply } from '#contract/endpoint.ts'
import { optionalHeader, ratingColumns } from '#contract/rating-columns.ts'
import { type Actor, recordBulkAudit } from '#server/audit/record-audit.ts'
import { write } from '#server/audit/write.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type GoodRow, readRatingRows } from '#server/features/ratings/rating-rows.ts'
import { editsOf, planRatings, saveRatings } from '#server/features/ratings/save-ratings.ts'
import { readCsvUpload } from '#server/http/csv-upload.ts'

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
