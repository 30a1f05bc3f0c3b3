import { type TrashKind, trashDays, undoMinutes } from '#contract/trash.ts'
import { isSuperUser } from '#domain/roles.ts'
import { timestampBefore } from '#domain/timestamps.ts'
import { days, minutes } from '#domain/units.ts'
import { type By, recordBulkAudit } from '#server/audit/record-audit.ts'
import { lockTrash, type Restored, removeTrash, type TrashRules } from '#server/data/trash-store.ts'
import { isUniqueViolation } from '#server/database/dialect.ts'
import type { Row } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** Restores deleted items unchanged, with their old ids. Items that can't be restored stay in the trash. */
export async function restoreTrash(
  { db, now }: Deps,
  rules: TrashRules,
  { kind, ids }: { kind: TrashKind; ids: number[] },
  by: By,
): Promise<{ count: number; skipped: Restored['skipped'] }> {
  const time = now()
  const work = db.transaction().execute(async tx => {
    const since = timestampBefore(time, trashDays * days)
    const found = await lockTrash(tx, { kind, itemIds: ids, since })
    if (found.length === 0) throw notFound(notThere)
    const isUndo =
      rules.isUndoable && areOwn(found, by.viewer, { since: timestampBefore(time, undoMinutes * minutes) })
    if (!isUndo && !isSuperUser(by.viewer)) throw forbidden('Only a super-user can restore this')
    const { rows, skipped } = await rules.restore(tx, found, time.toISOString())
    await removeTrash(
      tx,
      rows.map(row => row.id),
    )
    if (rows.length > 0) {
      const items = rows.map(row => ({ id: row.itemId, name: row.name }))
      const details = (restored: object[]) => ({ count: rows.length, restored })
      await recordBulkAudit(tx, { action: rules.restored, items, details, by, time: time.toISOString() })
    }
    const foundIds = new Set(found.map(row => row.itemId))
    const missing = ids.filter(id => !foundIds.has(id)).map(id => ({ id, message: notThere }))
    return { count: rows.length, skipped: [...skipped, ...missing] }
  })
  return work.catch(error => {
    throw isUniqueViolation(error) ? conflict('An item with the same id already exists') : error
  })
}

const notThere = 'It is no longer in the trash'

const areOwn = (rows: Row<'trash'>[], viewer: Viewer, { since }: { since: string }) =>
  rows.every(row => row.deletedBy === viewer.id && row.deletedAt >= since)
