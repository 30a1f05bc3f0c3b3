import type { Selectable, SelectQueryBuilder } from 'kysely'
import { partsOf } from '#server/database/batches.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database, Db } from '#server/database/schema.ts'
import { YieldBetweenStatements } from '#server/database/yield-between-statements.ts'

export type AuditEntry = Omit<Selectable<Database['auditLogs']>, 'id'>
export type AuditRow = AuditEntry & {
  id: number
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** `from` and `to` are ISO timestamps, both inclusive. */
export type AuditFilter = {
  action?: string
  userId?: number
  from?: string
  to?: string
}

export async function saveAuditEntry(db: Db, entry: AuditEntry): Promise<{ id: number }> {
  return db.insertInto('auditLogs').values(entry).returning('id').executeTakeFirstOrThrow()
}

export async function saveAuditEntries(db: Db, entries: AuditEntry[]): Promise<void> {
  for await (const some of partsOf(entries)) await db.insertInto('auditLogs').values(some).execute()
}

export async function findAuditRow(db: Db, id: number): Promise<AuditRow> {
  return withNames(db.selectFrom('auditLogs')).where('auditLogs.id', '=', id).executeTakeFirstOrThrow()
}

/** Entries with the names of the users who caused them, latest first. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  { limit, offset = 0, last }: { limit: number; offset?: number; last?: AuditRow },
): Promise<AuditRow[]> {
  let query = withNames(filtered(db, filter))
  // Not by id alone: a restore adds older entries with newer ids.
  if (last)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('auditLogs.createdAt', 'auditLogs.id'), '<', tuple(last.createdAt, last.id)),
    )
  query = query.orderBy('auditLogs.createdAt', 'desc').orderBy('auditLogs.id', 'desc')
  return query.limit(limit).offset(offset).execute()
}

export async function countAuditRows(db: Db, filter: AuditFilter): Promise<number> {
  return countRows(filtered(db, filter))
}

/** Removes earlier entries, some at a time, so that no request waits for all of them. */
export async function removeAuditBefore(db: Db, time: string): Promise<void> {
  const yielding = db.withPlugin(new YieldBetweenStatements())
  const old = db.selectFrom('auditLogs').select('id').where('createdAt', '<', time).limit(500)
  for (let removed = 1n; removed > 0n; ) {
    const result = await yielding.deleteFrom('auditLogs').where('id', 'in', old).executeTakeFirstOrThrow()
    removed = result.numDeletedRows
  }
}

function withNames(query: SelectQueryBuilder<Database, 'auditLogs', object>) {
  return query
    .leftJoin('users', 'users.id', 'auditLogs.userId')
    .selectAll('auditLogs')
    .select(['users.firstName', 'users.lastName', 'users.email'])
}

function filtered(db: Db, { action, userId, from, to }: AuditFilter) {
  let query = db.selectFrom('auditLogs')
  if (action !== undefined) query = query.where('action', '=', action)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  if (from !== undefined) query = query.where('auditLogs.createdAt', '>=', from)
  if (to !== undefined) query = query.where('auditLogs.createdAt', '<=', to)
  return query
}
