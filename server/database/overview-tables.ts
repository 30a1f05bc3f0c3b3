import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { websiteOutcomes } from '#contract/websites.ts'
import { table } from './table.ts'

const text = z.string()
const day = z.string()

/** The data that only the overview needs. */
export const overviewTables = {
  /** The local days on which a user signed in or was signed in. */
  signInDays: table(
    { userId: Id, day },
    { key: ['userId', 'day'], leftOut: 'they describe the use of this server' },
  ),

  /** The size of the database, once a day. */
  databaseSizes: table({ day, bytes: z.int() }, { key: ['day'], leftOut: 'they describe this server' }),

  /** Requests that took over a second, by local day and route. */
  slowRequests: table(
    {
      day,
      /** The method and the path template of the route, without any values from the request. */
      route: text,
      count: z.int(),
      /** In milliseconds. */
      longest: z.int(),
    },
    { key: ['day', 'route'], leftOut: 'they describe this server' },
  ),

  /** The last check of all websites: one row for each, without an outcome until it is checked. */
  websiteChecks: table(
    {
      restaurantId: Id,
      url: text,
      outcome: z.nullable(z.enum(websiteOutcomes)),
      checkedAt: z.nullable(text),
    },
    { key: ['restaurantId'], leftOut: 'checked again on request' },
  ),
}
