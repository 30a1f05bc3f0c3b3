import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { Day } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

/** Where people ate, and the places they have hidden: private, and in backups. */
export const visitTables = {
  /** One row per user, restaurant and local day. No foreign key on the restaurant, because visits outlive it. */
  visits: table(
    {
      userId: Id,
      restaurantId: Id,
      date: Day,
      /** The lunch that the visit comes from; null if it was added by hand. */
      lunchId: z.nullable(Id),
      /** The user is no longer asked to rate this visit. */
      dismissed: z.boolean(),
      createdAt: z.iso.datetime(),
    },
    { version: 'owner' },
  ),

  /** Places that a user has hidden. */
  hiddenRestaurants: table(
    { userId: Id, restaurantId: Id },
    { key: ['userId', 'restaurantId'], version: 'owner' },
  ),
}
