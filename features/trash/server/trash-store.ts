import type { Insertable } from 'kysely'
import type { AuditAction } from '#features/audit/contract.ts'
import { partsOf } from '#kit/server/database/batches.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { TrashKind } from '../contract.ts'
import { trashTables } from './tables.ts'
import type { TrashListRow } from './trash-list-store.ts'

type NewTrash = Insertable<Database['trash']>

/** What was restored from the trash, and what stays there for which reason. */
export type Restored = { rows: Row<'trash'>[]; skipped: { id: number; message: string }[] }

/** How one kind of item is restored; each kind has its own rules. */
export type TrashRules = {
  /** The audit log's action for a restored item. */
  restored: AuditAction
  /** Whether administrators may undo their own deletions for a few minutes. */
  isUndoable: boolean
  describe: (row: TrashListRow) => string
  restore: (tx: Db, rows: Row<'trash'>[], time: string) => Promise<Restored>
}

/** Who deletes, and when. */
export type Deletion = { by: { viewer?: { id: number } | null }; time: string }

export const newTrash = (
  kind: TrashKind,
  { id, name }: { id: number; name: string },
  { by, time }: Deletion,
): NewTrash => ({
  kind,
  itemId: id,
  name,
  snapshot: null,
  imageHash: null,
  deletedBy: by.viewer?.id ?? null,
  deletedAt: time,
})

/**
 * Inserts in batches that stay below the limit on bound
 * variables. A newer deletion of an item replaces an older one.
 */
export async function insertTrash(tx: Db, rows: NewTrash[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const itemIds = rows.map(row => row.itemId)
  await tx
    .deleteFrom('trash')
    .where('kind', '=', first.kind)
    .where(indexedIn(tx, 'itemId', itemIds))
    .execute()
  for await (const some of partsOf(rows)) await tx.insertInto('trash').values(some).execute()
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

/** Locks what was deleted since a time until the transaction ends. `itemIds` are the ids from before the deletion. */
export async function lockTrash(
  tx: Db,
  { kind, itemIds, since }: { kind: Row<'trash'>['kind']; itemIds: number[]; since: string },
): Promise<Row<'trash'>[]> {
  return tx
    .selectFrom('trash')
    .selectAll()
    .where('kind', '=', kind)
    .where(indexedIn(tx, 'itemId', itemIds))
    .where('deletedAt', '>=', since)
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function lockTrashRow(tx: Db, id: number): Promise<Row<'trash'> | undefined> {
  return tx.selectFrom('trash').selectAll().where('id', '=', id).$call(locked(tx)).executeTakeFirst()
}

export type TrashedRating = Row<'ratings'> & { trashId: number }

export async function listTrashedRatings(db: Db, trashIds: number[]): Promise<TrashedRating[]> {
  return db
    .selectFrom('trashedRatings')
    .selectAll()
    .where(indexedIn(db, 'trashId', trashIds))
    .execute()
}

export async function removeTrash(tx: Db, ids: number[]): Promise<void> {
  await tx
    .deleteFrom('trash')
    .where(indexedIn(tx, 'id', ids))
    .execute()
}
