import { trashDays } from '#contract/trash.ts'
import { timestampBefore } from '#domain/timestamps.ts'
import { days } from '#domain/units.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { removeUnusedImages } from '#server/data/images-store.ts'
import { removeBefore } from '#server/data/remove-before.ts'
import { lockTrashRow, removeTrash } from '#server/data/trash-store.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/errors.ts'

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
