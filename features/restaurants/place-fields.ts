import * as z from 'zod/mini'
import { defaultTeamNames } from '#features/settings/team-names.ts'
import { described, documented } from '#kit/contract/documented.ts'
import {
  DietsInput,
  Flag,
  Latitude,
  Longitude,
  lineOf,
  listInAddress,
  NumberText,
  Weekday,
} from '#kit/contract/fields.ts'
import { diets } from '#kit/rules/diets.ts'
import { withoutControls } from '#kit/rules/texts/text.ts'
import {
  hoursInOneLine,
  maxOpeningTimes,
  type OpeningTime,
  openingTimesProblem,
  tidyOpeningTimes,
  tooManyOpeningTimes,
} from './opening/opening-times.ts'
import { prices } from './price.ts'
import { mineKinds } from './restaurant-filters.ts'
import { teamRatingField } from './team-ratings.ts'

export const TimeRange = z.object({ day: Weekday, start: z.string(), end: z.string() })

/** Opening times as they are shown: sorted. An empty list means always closed. */
export const OpeningTimes = z.array(TimeRange)

/** Opening times as they are entered, in any order. */
export const OpeningTimesInput = z.pipe(
  z.array(TimeRange).check(
    z.maxLength(maxOpeningTimes, { error: tooManyOpeningTimes, abort: true }),
    z.superRefine<OpeningTime[]>((times, context) => {
      const message = openingTimesProblem(times)
      if (message) context.addIssue({ code: 'custom', message, input: times })
    }),
  ),
  z.transform((times: OpeningTime[]) => tidyOpeningTimes(times)),
)

const listOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  listInAddress(z.enum(values), { maxLength: 200 })

/** The filters of a list of restaurants, as query parameters. */
export const filterQuery = {
  open: described(z.optional(Flag), 'Only places that are open now.'),
  cuisine: described(z.optional(listInAddress(z.string())), 'Only these cuisines.'),
  price: described(z.optional(listOf(prices)), 'Only these prices.'),
  within: described(z.optional(NumberText), 'At most this many minutes from the campus.'),
  diet: described(z.optional(listOf(diets)), 'Only places that offer these diets.'),
  mine: described(z.optional(listOf(mineKinds)), 'Only places with these relations to you.'),
}

/** What administrators fill in about a place. */
export const placeInput = {
  openingTimes: z.nullable(OpeningTimesInput),
  diets: DietsInput,
  /** A position that was set manually: both or neither. If omitted, the position is found by the address. */
  latitude: z.optional(z.nullable(Latitude)),
  longitude: z.optional(z.nullable(Longitude)),
}

/** What needs work in enabled restaurants: missing data, possible doubles, a website that is gone. */
export const restaurantToDos = ['opening-times', 'position', 'price', 'doubles', 'website'] as const
export type RestaurantToDo = (typeof restaurantToDos)[number]
export const ToDo = described(z.optional(z.enum(restaurantToDos)), 'Only restaurants with this to-do.')

/** An action by a condition that would affect another number is rejected. */
export const ExpectedCount = described(
  z.optional(NumberText),
  'How many restaurants the user confirmed; if it would be another number now, nothing is done (409).',
)

/** Hours as they are written on a page, over several lines too. A whole week of many stretches has room. */
const hoursLine = lineOf(4000, 'Hours are required', text => hoursInOneLine(withoutControls(text)))

/** What must be known about a new restaurant. */
export const knownDetails = {
  price: z.enum(prices, { error: 'Price range is required' }),
  /**
   * If only opening times are given, this text is written from them. If only hours are given, opening times
   * are read from them.
   */
  hours: hoursLine,
  distance: z
    .number({ error: 'Distance is required' })
    .check(
      z.minimum(0, 'Distance must be 0 or more'),
      z.maximum(1000, 'Distance must be at most 1,000 miles'),
    ),
  travelTime: z
    .int({ error: 'Travel time is required, in whole minutes' })
    .check(
      z.minimum(0, 'Travel time must be 0 or more'),
      z.maximum(1440, 'Travel time must be at most 1,440 minutes'),
    ),
}

/** An import may leave them out: null is accepted as long as it is unchanged. */
export const mayStayUnknown = {
  price: z.optional(z.nullable(knownDetails.price)),
  hours: z.optional(z.nullable(knownDetails.hours)),
  distance: z.optional(z.nullable(knownDetails.distance)),
}

/** The team ratings are named by a setting, so they are described with its default names. */
export const documentTeamRatings = <S extends z.ZodMiniType>(schema: S) =>
  documented(schema, {
    extraProperties: Object.fromEntries(
      defaultTeamNames.map(name => [
        teamRatingField(name),
        { type: 'integer', minimum: 0, maximum: 5, description: `The team rating of ${name}; 0: not rated` },
      ]),
    ),
  })

const upTo5 = 'Team ratings are whole numbers from 0 to 5'
export const TeamRating = z.int({ error: upTo5 }).check(z.minimum(0, upTo5), z.maximum(5, upTo5))
