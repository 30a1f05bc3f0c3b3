import type { Db } from '#server/database/schema.ts'
import { type Page, textMatcher } from '#server/http/paging.ts'
import { type AuditFilter, type AuditRow, countAuditRows, listAuditRows } from './audit-store.ts'

/** A page of the audit log, latest first, and how many entries there are in all. */
export async function searchAuditLog(
  db: Db,
  { limit = everything, offset = 0, search, ...filter }: AuditFilter & Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  if (!search?.trim()) {
    const rows = await listAuditRows(db, filter, { limit, offset })
    return { rows, total: await countAuditRows(db, filter) }
  }
  const matches = textMatcher(search)
  const rows: AuditRow[] = []
  let total = 0
  for await (const row of allRows(db, filter)) {
    if (!matches(textsOf(row))) continue
    if (total >= offset && rows.length < limit) rows.push(row)
    total += 1
  }
  return { rows, total }
}

// As large as an integer of either engine may be.
const everything = 2_147_483_647

// In pieces: the log outgrows everything else, and other calls shall have their turn meanwhile.
const pieceSize = 500

async function* allRows(db: Db, filter: AuditFilter): AsyncGenerator<AuditRow> {
  let before: number | undefined
  while (true) {
    const piece = await listAuditRows(db, filter, { limit: pieceSize, before })
    yield* piece
    before = piece.at(-1)?.id
    if (piece.length < pieceSize) return
    await new Promise(setImmediate)
  }
}

const textsOf = (row: AuditRow) => [
  row.action,
  row.details,
  row.ipAddress,
  row.email,
  row.firstName && `${row.firstName} ${row.lastName}`,
]
