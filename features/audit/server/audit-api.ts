import type { FastifyInstance } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import { noLimit, readInBatches } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Database } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { sendTotal, textMatcher } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import { type AuditLog, createAuditLog, listAuditLogs } from '../contract.ts'
import { recordAudit } from './record-audit.ts'

export function auditApi(app: FastifyInstance, { db, now }: Deps): void {
  serve(app, listAuditLogs, async ({ query, reply }) => {
    const { limit = noLimit, offset = 0, search, action, userId, from, to } = query
    let found = db.selectFrom('auditLogs')
    if (action !== undefined) found = found.where('action', '=', action)
    if (userId !== undefined) found = found.where('userId', '=', userId)
    if (from !== undefined) found = found.where('auditLogs.createdAt', '>=', from)
    if (to !== undefined) found = found.where('auditLogs.createdAt', '<=', to)
    const latestFirst = withNames(found)
      .orderBy('auditLogs.createdAt', 'desc')
      .orderBy('auditLogs.id', 'desc')
    if (!search?.trim()) {
      const rows = await latestFirst.limit(limit).offset(offset).execute()
      sendTotal(reply, await countRows(found))
      return rows.map(present)
    }
    const matches = textMatcher(search)
    const rows: AuditRow[] = []
    let total = 0
    // Read in batches, because the log becomes larger than any other table.
    const batches = readInBatches<AuditRow>(({ limit, last }) => {
      if (!last) return latestFirst.limit(limit).execute()
      // Not by id alone: a restore adds older entries with newer ids.
      return latestFirst
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('auditLogs.createdAt', 'auditLogs.id'), '<', tuple(last.createdAt, last.id)),
        )
        .limit(limit)
        .execute()
    })
    for await (const batch of batches)
      for (const row of batch.filter(row => matches(textsOf(row)))) {
        if (total >= offset && rows.length < limit) rows.push(row)
        total += 1
      }
    sendTotal(reply, total)
    return rows.map(present)
  })

  // Reports from the browser are marked as such, since they don't prove that something happened.
  serve(app, createAuditLog, async call => {
    const { action, details = null } = call.body
    const time = now().toISOString()
    const { id } = await recordAudit(db, { action, details: { reported: details }, by: call, time })
    const entry = withNames(db.selectFrom('auditLogs')).where('auditLogs.id', '=', id)
    return present(await entry.executeTakeFirstOrThrow())
  })
}

/** Entries with the names of the users who caused them. */
const withNames = (query: SelectQueryBuilder<Database, 'auditLogs', object>) =>
  query
    .leftJoin('users', 'users.id', 'auditLogs.userId')
    .selectAll('auditLogs')
    .select(['users.firstName', 'users.lastName', 'users.email'])

type AuditRow = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function present({ firstName, lastName, email, ...entry }: AuditRow): AuditLog {
  const isThere = firstName !== null && lastName !== null && email !== null
  return { ...entry, user: isThere ? { firstName, lastName, email } : null }
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
