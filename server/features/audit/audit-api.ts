import type { FastifyInstance } from 'fastify'
import { type AuditLog, createAuditLog, listAuditLogs } from '#contract/audit-logs.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { type AuditRow, findAuditRow } from '#server/data/audit-store.ts'
import type { Deps } from '#server/deps.ts'
import { sendTotal } from '#server/http/paging.ts'
import { serve } from '#server/http/serve.ts'
import { searchAuditLog } from './search-audit-log.ts'

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
