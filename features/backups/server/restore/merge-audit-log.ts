import { sql } from 'kysely'
import { auditTables } from '#features/audit/server/tables.ts'
import { idPairs, scannedIn } from '#kit/server/database/id-list.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { BackupRow } from '../format/backup-format.ts'
import { insertRows } from '../format/stage-backup.ts'
import { rowsOf } from '../format/table-rows.ts'

/** The id that a current account has after the restore; null if it is gone. */
type NewId = (userId: number) => number | null

/**
 * Keeps every entry of the current log and adds those of the backup that it lacks: on a new installation, the whole
 * history.
 */
export async function mergeAuditLog(tx: Db, backup: Db, newId: NewId): Promise<void> {
  const { last } = await tx
    .selectFrom('auditLogs')
    .select(eb => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow()
  const settled: number[] = []
  for await (const entries of rowsOf(backup, 'auditLogs', auditTables.auditLogs)) {
    const known = await listKnown(tx, entries)
    // A user who was deleted since the backup is back under the id that both logs have.
    for (const entry of entries)
      for (const { id, userId } of known.get(keyOf(entry)) ?? [])
        if (userId !== null && userId === entry.userId && newId(userId) === null) settled.push(id)
    const missing = entries.filter(entry => !known.has(keyOf(entry)))
    // With new ids, because other entries may have the old ones here.
    const withoutIds = missing.map(({ id: _, ...entry }) => entry)
    if (missing.length > 0) await insertRows(tx, 'auditLogs', withoutIds)
  }
  await updateUserIds(tx, newId, { last, settled })
}

/** Updates user ids in the entries up to `last`, the current log's last one, except for those in `settled`. */
async function updateUserIds(
  tx: Db,
  newId: NewId,
  { last, settled }: { last: number; settled: number[] },
): Promise<void> {
  const people = await tx
    .selectFrom('auditLogs')
    .select('userId')
    .where('userId', 'is not', null)
    .where('id', '<=', last)
    .distinct()
    .$narrowType<{ userId: number }>()
    .execute()
  const changed = people.filter(({ userId }) => newId(userId) !== userId)
  if (changed.length === 0) return
  const ids = changed.map(({ userId }) => [userId, newId(userId)] as const)
  await sql`update "auditLogs" set "userId" = "ids"."after" from ${idPairs(tx, ids)} as "ids"
    where "auditLogs"."userId" = "ids"."before" and "auditLogs"."id" <= ${last}
      and not ${scannedIn(tx, 'auditLogs.id', settled)}`.execute(tx)
}

/** Finds these entries in the current log, grouped by what identifies an entry. */
async function listKnown(tx: Db, entries: BackupRow[]) {
  if (entries.length === 0) return new Map<string, never>()
  const known = await tx
    .selectFrom('auditLogs')
    .select(['id', 'userId', 'createdAt', 'action', 'details'])
    .where('createdAt', 'in', [...new Set(entries.map(entry => String(entry.createdAt)))])
    .execute()
  return Map.groupBy(known, keyOf)
}

const keyOf = ({ createdAt, action, details }: BackupRow) => JSON.stringify([createdAt, action, details])
