import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { removeBefore } from '#kit/server/database/remove-before.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound } from '#kit/server/http/errors.ts'
import { trashDays } from '../contract.ts'
import { lockTrashRow, removeTrash } from './trash-store.ts'

/** Removes an item from the trash for good. */
export async function purgeTrash({ db, now }: Deps, id: number, by: Actor): Promise<void> {
  await db.transaction().execute(async tx => {
    const row = await lockTrashRow(tx, id)
    if (!row) throw notFound('It is no longer in the trash')
    await removeTrash(tx, [id])
    if (row.imageHash !== null) await removeUnusedImages(tx)
    const details = { kind: row.kind, id: row.itemId, name: row.name }
    await recordAudit(tx, { action: 'TRASH_PURGED', details, by, time: now().toISOString() })
  })
}

/** Removes the items that were not restored in time, with their images. */
export async function purgeOldTrash({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async tx => {
    const count = await removeBefore(tx, 'trash', 'deletedAt', timestampBefore(now(), trashDays * days))
    if (count > 0) await removeUnusedImages(tx)
  })
}
