import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { timestampBefore } from '#kit/rules/time/timestamps.ts'
import { days } from '#kit/rules/units.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { removeBefore } from '#kit/server/database/remove-before.ts'
import { insertAll, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { type TrashKind, trashDays } from '../contract.ts'
import { trashTables } from './tables.ts'

/** Who deletes, and when. */
export type Deletion = { by: { viewer?: { id: number } | null }; time: string }
type Item = { id: number; name: string; snapshot?: string; imageHash?: string | null }

/** Puts items into the trash; the caller deletes them. A newer deletion of an item replaces an older one. */
export async function insertTrash(
  tx: Db,
  kind: TrashKind,
  items: Item[],
  { by, time }: Deletion,
): Promise<void> {
  await remove(tx, 'trash', { kind, itemId: items.map(({ id }) => id) })
  const rows = items.map(({ id, name, snapshot = null, imageHash = null }) => ({
    kind,
    itemId: id,
    name,
    snapshot,
    imageHash,
    deletedBy: by.viewer?.id ?? null,
    deletedAt: time,
  }))
  await insertAll(tx, 'trash', rows)
}

/** Copies ratings, or all ratings of restaurants, into the trash; the items' trash rows must already exist. */
export async function copyRatings(tx: Db, kind: 'rating' | 'restaurant', itemIds: number[]): Promise<void> {
  const itemId = kind === 'rating' ? 'ratings.id' : 'ratings.restaurantId'
  await tx
    .insertInto('trashedRatings')
    .columns(['trashId', ...ratingColumns])
    .expression(
      tx
        .selectFrom('ratings')
        .innerJoin('trash', 'trash.itemId', itemId)
        .select(['trash.id as trashId', ...ratingColumns.map(column => `ratings.${column}` as const)])
        .where('trash.kind', '=', kind)
        .where(indexedIn(tx, itemId, itemIds)),
    )
    .execute()
}

/** Restores ratings, except where the owner has rated the restaurant again in the meantime. */
export async function insertRestoredRatings(tx: Db, trashIds: number[]): Promise<void> {
  await tx
    .insertInto('ratings')
    .columns(ratingColumns)
    .expression(
      tx
        .selectFrom('trashedRatings')
        .select(ratingColumns)
        .where(indexedIn(tx, 'trashId', trashIds)),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const ratingColumns = Object.keys(trashTables.trashedRatings.columns).filter(
  column => column !== 'trashId',
) as (keyof Row<'ratings'>)[]

/** Removes the items that were not restored in time, with their images. */
export async function purgeOldTrash({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async tx => {
    const count = await removeBefore(tx, 'trash', 'deletedAt', timestampBefore(now(), trashDays * days))
    if (count > 0) await removeUnusedImages(tx)
  })
}
