import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { ImageHash, nullableText, Stars, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'
import { trashKinds } from '../contract.ts'

/** Ratings in the trash have all columns of ratings. */
export const ratingColumns = {
  userId: Id,
  restaurantId: Id,
  value: Stars,
  comment: nullableText(1000),
  createdAt: Time,
  updatedAt: Time,
}

export const trashTables = {
  /** Deleted items that can be restored: one row for each restaurant, rating or alert. */
  trash: table(
    {
      kind: z.enum(trashKinds),
      /** The item's id from before the deletion. */
      itemId: Id,
      /** The name of the restaurant (for a rating: of the rated restaurant) or the title of the alert. */
      name: text(300),
      /** See `snapshots.ts`. */
      snapshot: nullableText(100_000),
      /** The restaurant's picture, which is kept as long as this row. */
      imageHash: ImageHash,
      deletedBy: z.nullable(Id),
      deletedAt: Time,
    },
    { version: 'none' },
  ),

  /** Ratings in the trash, deleted alone or with their restaurant; they are removed with their owner's account. */
  trashedRatings: table(
    { trashId: Id, id: Id, ...ratingColumns },
    { key: ['trashId', 'id'], version: 'none' },
  ),
}
