import * as z from 'zod/mini'
import { Id, WebUrl } from '#kit/contract/fields.ts'
import {
  Count,
  DietsColumn,
  ImageHash,
  Latitude,
  Longitude,
  name,
  nullableText,
  Time,
  text,
} from '#kit/server/database/tables/checks.ts'
import { leftOut, rowSchema, table } from '#kit/server/database/tables/table.ts'
import { weekProblem } from '../opening/opening-times.ts'
import { readOpeningTimes } from '../opening/read-opening-times.ts'
import { OpeningTimes } from '../place-fields.ts'
import { prices } from '../price.ts'
import { websiteOutcomes } from '../websites-contract.ts'

// Older rows have only the text of the hours. The opening times are read from it, as in the migration.
const withOpeningTimes = (row: Record<string, unknown>) => {
  if ('openingTimes' in row || typeof row.hours !== 'string') return row
  const times = readOpeningTimes(row.hours)
  return { ...row, openingTimes: times && JSON.stringify(times) }
}

function isOpeningTimes(text: string): boolean {
  try {
    return weekProblem(OpeningTimes.parse(JSON.parse(text))) === null
  } catch {
    return false
  }
}

export const restaurantTables = {
  restaurants: table(
    {
      name: name(300),
      address: text(500),
      campusCode: name(60),
      price: z.nullable(z.enum(prices)),
      hours: nullableText(4000),
      /** See `list-columns.ts`. */
      openingTimes: z._default(
        z.nullable(text(20_000).check(z.refine(isOpeningTimes, 'must be opening times'))),
        null,
      ),
      diets: DietsColumn,
      cuisine: nullableText(300),
      phone: nullableText(100),
      websiteUrl: z.nullable(WebUrl),
      yelpUrl: z.nullable(WebUrl),
      yelpId: nullableText(100),
      osmId: z._default(nullableText(100), null),
      imageHash: ImageHash,
      distance: z.nullable(z.number().check(z.minimum(0), z.maximum(100_000))),
      travelTime: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
      distanceIsEstimated: z._default(z.boolean(), false),
      latitude: z.nullable(Latitude),
      longitude: z.nullable(Longitude),
      disabled: z._default(z.boolean(), false),
      /** Triggers keep these three with each rating (migration 0048), so that reading an average costs nothing. */
      ratingCount: leftOut('counted from the ratings', z._default(Count, 0)),
      ratingSum: leftOut('counted from the ratings', z._default(Count, 0)),
      /** The sum of the squared values, which tells how far opinions differ. */
      ratingSquares: leftOut('counted from the ratings', z._default(Count, 0)),
      createdAt: Time,
      updatedAt: Time,
    },
    { upgrade: withOpeningTimes, counters: 16 },
  ),

  teamRatings: table(
    { restaurantId: Id, name: name(100), value: z.int().check(z.minimum(0), z.maximum(5)) },
    { key: ['restaurantId', 'name'] },
  ),

  /** The last check of all websites: one row for each, without an outcome until it is checked. */
  websiteChecks: table(
    {
      restaurantId: Id,
      url: z.string(),
      outcome: z.nullable(z.enum(websiteOutcomes)),
      checkedAt: z.nullable(z.string()),
    },
    { key: ['restaurantId'], leftOut: 'checked again on request' },
  ),
}

/** The JSON that the trash keeps of a restaurant, whichever version deleted it. */
export const RestaurantSnapshot = z.strictObject({
  restaurant: rowSchema(restaurantTables.restaurants),
  teamRatings: z.array(rowSchema(restaurantTables.teamRatings, 'restaurantId')),
})
