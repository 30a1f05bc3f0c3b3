import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { Day } from './checks.ts'
import { table } from './table.ts'

/** Where people eat, and what isn't for them: private, and in backups. */
export const visitTables = {
  /** Somebody ate somewhere on a local day: once each. No foreign key on the restaurant, whose visits outlive it. */
  visits: table(
    {
      userId: Id,
      restaurantId: Id,
      date: Day,
      /** The lunch that it comes from; null for one that was entered by hand. */
      lunchId: z.nullable(Id),
      /** Not asked about any more. */
      dismissed: z.boolean(),
      createdAt: z.iso.datetime(),
    },
    { version: 'none' },
  ),

  /** Places that are not for somebody. */
  hiddenRestaurants: table(
    { userId: Id, restaurantId: Id },
    { key: ['userId', 'restaurantId'], version: 'none' },
  ),
}
