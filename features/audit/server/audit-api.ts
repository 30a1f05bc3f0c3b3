import type { FastifyInstance } from 'fastify'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { noLimit, readInBatches } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { sendTotal, textMatcher } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import { createAuditLog, listAuditLogs } from '../contract.ts'
import { type PersonRow, peopleOf } from './people.ts'
import { recordAudit } from './record-audit.ts'

export function auditApi(app: FastifyInstance, { db, now }: Deps): void {
  serve(app, listAuditLogs, async ({ query, reply }) => {
    const { limit = noLimit, offset = 0, search, action, userId, from, to } = query
    let found = db.selectFrom('auditLogs')
    if (action !== undefined) found = found.where('action', '=', action)
    if (userId !== undefined) found = found.where('userId', '=', userId)
    if (from !== undefined) found = found.where('createdAt', '>=', from)
    if (to !== undefined) found = found.where('createdAt', '<=', to)
    const latestFirst = found.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
    if (!search?.trim()) {
      const rows = await latestFirst.limit(limit).offset(offset).execute()
      sendTotal(reply, await countRows(found))
      return withPeople(db, rows)
    }
    const matches = textMatcher(search)
    const page: Entry[] = []
    let total = 0
    // Read in batches, because the log becomes larger than any other table.
    const batches = readInBatches<Row<'auditLogs'>>(({ limit, last }) => {
      if (!last) return latestFirst.limit(limit).execute()
      // Not by id alone: a restore adds older entries with newer ids.
      return latestFirst
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('createdAt', 'id'), '<', tuple(last.createdAt, last.id)),
        )
        .limit(limit)
        .execute()
    })
    for await (const batch of batches)
      for (const entry of (await withPeople(db, batch)).filter(entry => matches(textsOf(entry)))) {
        if (total >= offset && page.length < limit) page.push(entry)
        total += 1
      }
    sendTotal(reply, total)
    return page
  })

  // Reports from the browser are marked as such, since they don't prove that something happened.
  serve(app, createAuditLog, async call => {
    const { action, details = null } = call.body
    const time = now().toISOString()
    const entry = await recordAudit(db, { action, details: { reported: details }, by: call, time })
    return { ...entry, user: call.viewer }
  })
}

type Entry = Row<'auditLogs'> & { user: PersonRow | null }

async function withPeople(db: Db, entries: Row<'auditLogs'>[]): Promise<Entry[]> {
  const ids = entries.map(({ userId }) => userId)
  const people = await peopleOf(db, ids)
  return entries.map(entry => ({ ...entry, user: people.get(entry.userId) ?? null }))
}

const textsOf = ({ action, details, ipAddress, user }: Entry) => [
  action,
  // As it is displayed: 'Restaurant updated'.
  action.replaceAll('_', ' '),
  details,
  ipAddress,
  user?.email ?? null,
  user && fullName(user),
]
