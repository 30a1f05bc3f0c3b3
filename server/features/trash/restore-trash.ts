import { type TrashKind, trashDays, undoMinutes } from '#contract/trash.ts'
import { isSuperUser } from '#domain/roles.ts'
import { beginningOf } from '#server/audit/audit-details.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { insertAlert } from '#server/data/alerts-store.ts'
import { lockTrash, type Restored, removeTrash, withSnapshots } from '#server/data/trash-store.ts'
import { isUniqueViolation } from '#server/database/dialect.ts'
import type { Db, TrashRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { restoreRatings } from './restore-ratings.ts'
import { restoreRestaurants } from './restore-restaurants.ts'

/** Brings back what was deleted, as it was, under the ids that it had. What has no place any more stays in the trash. */
export async function restoreTrash(
  { db, now, activeAlerts }: Deps,
  { kind, ids }: { kind: TrashKind; ids: number[] },
  by: Actor & { viewer: Viewer },
): Promise<{ count: number; skipped: Restored['skipped'] }> {
  const time = now()
  const work = db.transaction().execute(async tx => {
    const since = minutesBefore(time, trashDays * 24 * 60)
    const found = await lockTrash(tx, { kind, itemIds: ids, since })
    if (found.length === 0) throw notFound(notThere)
    if (!isSuperUser(by.viewer)) requireOwnAndFresh(found, by.viewer, minutesBefore(time, undoMinutes))
    const { rows, skipped } = await restorers[kind](tx, found)
    await removeTrash(
      tx,
      rows.map(row => row.id),
    )
    if (rows.length > 0) {
      const restored = rows.map(row => ({ id: row.itemId, name: row.name }))
      const details = { count: rows.length, restored: beginningOf(restored) }
      await recordAudit(tx, { action: actions[kind], details, by, time: time.toISOString() })
    }
    const foundIds = new Set(found.map(row => row.itemId))
    const missing = ids.filter(id => !foundIds.has(id)).map(id => ({ id, message: notThere }))
    return { count: rows.length, skipped: [...skipped, ...missing] }
  })
  const outcome = await work.catch(error => {
    throw isUniqueViolation(error) ? conflict('Something with the same id is there already') : error
  })
  if (kind === 'alert') activeAlerts.invalidate()
  return outcome
}

export const minutesBefore = (time: Date, minutes: number): string =>
  new Date(time.getTime() - minutes * 60_000).toISOString()

const notThere = 'It is not in the trash any more'

const actions = {
  restaurant: 'RESTAURANT_RESTORED',
  rating: 'RATING_RESTORED',
  alert: 'ALERT_RESTORED',
} as const

const restorers: Record<TrashKind, (tx: Db, rows: TrashRow[]) => Promise<Restored>> = {
  restaurant: restoreRestaurants,
  rating: restoreRatings,
  alert: restoreAlerts,
}

function requireOwnAndFresh(rows: TrashRow[], viewer: Viewer, since: string): void {
  const isUndo = rows.every(
    row => row.kind !== 'alert' && row.deletedBy === viewer.id && row.deletedAt >= since,
  )
  if (!isUndo) throw forbidden('Only a super-user can restore this')
}

async function restoreAlerts(tx: Db, rows: TrashRow[]): Promise<Restored> {
  const { readable, skipped } = withSnapshots('alert', rows)
  for (const { snapshot } of readable) await insertAlert(tx, snapshot)
  return { rows: readable.map(({ row }) => row), skipped }
}
