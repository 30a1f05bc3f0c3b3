import { sql } from 'kysely'
import { idPairs } from '#server/database/id-list.ts'
import type { Db } from '#server/database/schema.ts'
import type { BackupRow } from './backup-format.ts'
import { rowsOf } from './snapshot.ts'
import { insertRows } from './stage-backup.ts'

/**
 * Keeps every entry of the present log, and adds those of the backup that it doesn't have: on a new installation, the
 * whole past. `newId` returns the id that a present account has after the restore; null: it is gone.
 */
export async function mergeAuditLog(
  tx: Db,
  backup: Db,
  newId: (userId: number) => number | null,
): Promise<void> {
  await renamePeople(tx, newId)
  for await (const entries of rowsOf(backup, 'auditLogs')) {
    const missing = await withoutKnown(tx, entries)
    // Under ids of their own: those that they had may be another one's here.
    const entriesWithoutIds = missing.map(({ id: _, ...entry }) => entry)
    if (missing.length > 0) await insertRows(tx, 'auditLogs', entriesWithoutIds)
  }
}

async function renamePeople(tx: Db, newId: (userId: number) => number | null): Promise<void> {
  const people = await tx
    .selectFrom('auditLogs')
    .select('userId')
    .where('userId', 'is not', null)
    .distinct()
    .$narrowType<{ userId: number }>()
    .execute()
  const changed = people.filter(({ userId }) => newId(userId) !== userId)
  if (changed.length === 0) return
  const ids = changed.map(({ userId }) => [userId, newId(userId)] as const)
  await sql`update "auditLogs" set "userId" = "ids"."after" from ${idPairs(tx, ids)} as "ids"
    where "auditLogs"."userId" = "ids"."before"`.execute(tx)
}

async function withoutKnown(tx: Db, entries: BackupRow[]): Promise<BackupRow[]> {
  if (entries.length === 0) return []
  const known = await tx
    .selectFrom('auditLogs')
    .select(['createdAt', 'action', 'details'])
    .where('createdAt', 'in', [...new Set(entries.map(entry => String(entry.createdAt)))])
    .execute()
  const seen = new Set(known.map(keyOf))
  return entries.filter(entry => !seen.has(keyOf(entry as never)))
}

const keyOf = ({ createdAt, action, details }: { createdAt: string; action: string; details: string }) =>
  JSON.stringify([createdAt, action, details])
