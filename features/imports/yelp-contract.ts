import * as z from 'zod/mini'
import { prices } from '#features/restaurants/price.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { line } from '#kit/contract/fields.ts'
import { ImportResult } from '#kit/contract/import-fields.ts'
import { chosenPlaces, radiusMeaning } from './osm-contract.ts'

/** The message if the server has no key. */
export const yelpNotConfigured = 'Yelp API not configured - contact your administrator'

const campusCode = line(60, 'No campus selected')
export const YelpId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a restaurant on Yelp'))

/** The widest radius that Yelp searches, in meters. A wider one, up to `maxAcceptedRadius`, is treated as this. */
const maxSearchRadius = 40_000
const maxAcceptedRadius = 100_000
const radiusError = 'The radius must be a number of meters, from 1 to 100,000'

/** In meters, possibly with decimals, since pages convert from miles. */
const RadiusText = z.pipe(
  z.string().check(
    z.regex(/^\d{1,6}(\.\d{1,12})?$/, radiusError),
    z.refine(text => Number(text) >= 1 && Number(text) <= maxAcceptedRadius, radiusError),
  ),
  z.pipe(
    z.transform((text: string) => Math.min(maxSearchRadius, Math.round(Number(text)))),
    z.number(),
  ),
)

export type YelpRestaurant = z.output<typeof YelpRestaurant>
export const YelpRestaurant = z.object({
  id: YelpId,
  name: z.string(),
  /** In one line. */
  address: z.string(),
  location: z.object({
    address1: z.nullable(z.string()),
    city: z.nullable(z.string()),
    state: z.nullable(z.string()),
  }),
  price: z.nullable(z.enum(prices)),
  /** Meters from the campus, as the crow flies. */
  distance: z.nullable(z.number()),
  cuisine: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  /** Whether the campus already has it: with the same Yelp id, or with this name and address. */
  alreadyImported: z.boolean(),
})

export const searchYelp = endpoint('GET /api/yelp/search', 'admin', {
  topics: ['yelp'],
  summary: 'The restaurants around a campus on Yelp, nearest first, at most 240; 503 without a key',
  query: z.object({
    campusCode: described(campusCode, 'The code of a campus.'),
    /** Five miles by default. */
    radius: described(z.optional(RadiusText), radiusMeaning),
  }),
  reply: z.object({
    restaurants: z.array(YelpRestaurant),
    /** How many Yelp knows in total. */
    total: z.int(),
  }),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const maxYelpIds = 50

export const importFromYelp = endpoint('POST /api/yelp/import', 'admin', {
  summary:
    'Add restaurants from Yelp to a campus, with hours, website, coordinates and photo; those that the campus already has are skipped. If Yelp fails, nothing is added; 503 without a key',
  body: z.object({
    campusCode,
    yelpIds: chosenPlaces(YelpId, maxYelpIds),
  }),
  reply: ImportResult,
  errors: { 502: ErrorBody, 504: ErrorBody },
})
