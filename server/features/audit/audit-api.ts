import type { FastifyInstance } from 'fastify'
import { type AuditLog, createAuditLog, listAuditLogs } from '#contract/audit-logs.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import {
  type AuditFilter,
  type AuditRow,
  countAuditRows,
  findAuditRow,
  listAuditRows,
} from '#server/data/audit-store.ts'
import { noLimit, readInBatches } from '#server/database/batches.ts'
import type { Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type Page, sendTotal, textMatcher } from '#server/http/paging.ts'
import { serve } from '#server/http/serve.ts'

export function auditApi(app: FastifyInstance, { db, now }: Deps): void {
  serve(app, listAuditLogs, async ({ query, reply }) => {
    const { rows, total } = await searchAuditLog(db, query)
    sendTotal(reply, total)
    return rows.map(present)
  })

  // Reports from the browser are marked as such, since they don't prove that something happened.
  serve(app, createAuditLog, async call => {
    const { action, details = null } = call.body
    const time = now().toISOString()
    const { id } = await recordAudit(db, { action, details: { reported: details }, by: call, time })
    return present(await findAuditRow(db, id))
  })
}

function present({ firstName, lastName, email, ...entry }: AuditRow): AuditLog {
  const isThere = firstName !== null && lastName !== null && email !== null
  return { ...entry, user: isThere ? { firstName, lastName, email } : null }
}

/** Returns a page of the audit log, latest first, and the total number of matching entries. */
async function searchAuditLog(
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
