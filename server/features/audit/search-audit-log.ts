import { type AuditFilter, type AuditRow, countAuditRows, listAuditRows } from '#server/data/audit-store.ts'
import { noLimit, readInBatches } from '#server/database/batches.ts'
import type { Db } from '#server/database/schema.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'

/** Returns a page of the audit log, latest first, and the total number of matching entries. */
export async function searchAuditLog(
  db: Db,
  { limit = noLimit, offset = 0, search, ...filter }: AuditFilter & Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  if (!search?.trim()) {
    const rows = await listAuditRows(db, filter, { limit, offset })
    return { rows, total: await countAuditRows(db, filter) }
  }
  const matches = textMatcher(search)
  const rows: AuditRow[] = []
  let total = 0
  // Read in batches, because the log becomes larger than any other table.
  for await (const batch of readInBatches<AuditRow>(page => listAuditRows(db, filter, page))) {
    for (const row of batch.filter(row => matches(textsOf(row)))) {
      if (total >= offset && rows.length < limit) rows.push(row)
      total += 1
    }
  }
  return { rows, total }
}

const textsOf = (row: AuditRow) => [
  row.action,
  // As it is displayed: 'Restaurant updated'.
  row.action.replaceAll('_', ' '),
  row.details,
  row.ipAddress,
  row.email,
  row.firstName && `${row.firstName} ${row.lastName}`,
]
