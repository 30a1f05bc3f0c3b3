import { type By, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days, minutes } from '#kit/rules/units.ts'
import { isUniqueViolation } from '#kit/server/database/drivers/dialect.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, notFound } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { type TrashKind, trashDays, undoMinutes } from '../contract.ts'
import { lockTrash, type Restored, removeTrash, type TrashRules } from './trash-store.ts'

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
