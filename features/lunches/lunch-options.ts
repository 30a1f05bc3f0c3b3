import * as z from 'zod/mini'
import { OpeningTimes } from '#features/restaurants/place-fields.ts'
import { prices } from '#features/restaurants/price.ts'
import { Id } from '#kit/contract/fields.ts'
import { PersonWithImage } from '#kit/contract/person-fields.ts'

export const LunchPerson = PersonWithImage
export type LunchPerson = z.output<typeof LunchPerson>

export const LunchOption = z.object({
  restaurantId: Id,
  name: z.string(),
  /** null if the restaurant was deleted; missing in a response that a browser stored with an earlier version. */
  address: z.optional(z.nullable(z.string())),
  cuisine: z.nullable(z.string()),
  price: z.nullable(z.enum(prices)),
  /** Minutes from the restaurant's campus; 0 when unknown. */
  travelTime: z.int(),
  distance: z.nullable(z.number()),
  /** null if unknown; missing in a response that a browser stored with an earlier version. */
  openingTimes: z.optional(z.nullable(OpeningTimes)),
  cardImageUrl: z.nullable(z.string()),
  /** It meets every diet that the people of the lunch share, who are at least three; otherwise, the field is missing. */
  fitsDiets: z.optional(z.literal(true)),
  /** null when the account was deleted. */
  addedBy: z.nullable(LunchPerson),
  voters: z.array(LunchPerson),
})
export type LunchOption = z.output<typeof LunchOption>
