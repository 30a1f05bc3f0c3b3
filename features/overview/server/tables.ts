import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { table } from '#kit/server/database/tables/table.ts'

/** The data that only the overview needs. */
export const overviewTables = {
  /** The local days on which a user signed in or was signed in. */
  signInDays: table(
    { userId: Id, day: z.string() },
    { key: ['userId', 'day'], leftOut: 'they describe the use of this server' },
  ),

  /** The size of the database, once a day. */
  databaseSizes: table(
    { day: z.string(), bytes: z.int() },
    { key: ['day'], leftOut: 'they describe this server' },
  ),

  /** Requests that took over a second, by local day and route. */
  slowRequests: table(
    {
      day: z.string(),
      /** The method and the path template of the route, without any values from the request. */
      route: z.string(),
      count: z.int(),
      /** In milliseconds. */
      longest: z.int(),
    },
    { key: ['day', 'route'], leftOut: 'they describe this server' },
  ),
}
