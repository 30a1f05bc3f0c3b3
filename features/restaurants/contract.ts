import * as z from 'zod/mini'
import { CampusCode, CampusKey, ChosenCampus } from '#features/campuses/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith, OtherCountError } from '#kit/contract/errors.ts'
import {
  Address,
  Diets,
  Id,
  line,
  listInAddress,
  nameLine,
  PageQuery,
  sortQuery,
  Timestamp,
  Website,
} from '#kit/contract/fields.ts'
import {
  documentTeamRatings,
  ExpectedCount,
  knownDetails,
  mayStayUnknown,
  OpeningTimes,
  placeInput,
  ToDo,
} from './place-fields.ts'
import { prices } from './price.ts'
import type { TeamRatingField } from './team-ratings.ts'

export const restaurantFields = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  campusCode: z.string(),
  price: z.nullable(z.enum(prices)),
  hours: z.nullable(z.string()),
  /** In local time, from Monday (0); null if they aren't known. */
  openingTimes: z.nullable(OpeningTimes),
  diets: Diets,
  cuisine: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  yelpUrl: z.nullable(z.string()),
  yelpId: z.nullable(z.string()),
  /** The id in OpenStreetMap, such as node/123. */
  osmId: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  cardImageUrl: z.nullable(z.string()),
  /** Miles from the campus, by road or estimated. */
  distance: z.nullable(z.number()),
  /** Minutes from the campus; 0 when unknown. */
  travelTime: z.int(),
  distanceIsEstimated: z.boolean(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  disabled: z.boolean(),
  avgRating: z.nullable(z.number()),
  ratingCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  positionProblem: z.optional(z.string()),
})

/** Besides its own fields a restaurant carries the team ratings (0: not rated), one `rating{FirstName}` per team member. */
export type Restaurant = z.output<typeof restaurantFields> & { [field in TeamRatingField]: number }
// Only whole numbers are allowed besides the fields above, so no text can leak this way.
export const Restaurant = documentTeamRatings(
  z.catchall(restaurantFields, z.int().check(z.minimum(0), z.maximum(5))),
) as unknown as z.ZodMiniType<Restaurant, Restaurant>

const CampusParams = z.object({ campusCode: CampusKey })

export const restaurantSortKeys = [
  'name',
  'campusCode',
  'price',
  'distance',
  'travelTime',
  'avgRating',
  'ratingCount',
  'updatedAt',
] as const

export const listRestaurants = endpoint('GET /api/restaurants', 'user', {
  topics: ['restaurants'],
  summary: 'Restaurants by name; optionally a page, near one campus, in another order, or with a to-do',
  query: z.extend(PageQuery, {
    ...sortQuery(restaurantSortKeys),
    campusCode: z.optional(CampusKey),
    todo: ToDo,
  }),
  reply: z.array(Restaurant),
})

export const listCampusRestaurants = endpoint('GET /api/restaurants/campus/:campusCode', 'user', {
  topics: ['restaurants'],
  summary: 'The restaurants near a campus',
  params: CampusParams,
  reply: z.array(Restaurant),
})

export const getRestaurant = endpoint('GET /api/restaurants/:id', 'user', {
  topics: ['restaurants'],
  summary: 'One restaurant',
  reply: Restaurant,
})

const idsError = 'Must be restaurant ids, separated by commas'
const idText = z.pipe(z.string(), z.pipe(z.transform(Number), z.int()))
export const idsInAddress = (pattern: RegExp) =>
  listInAddress(idText, { maxLength: 100_000, pattern, problem: idsError })

export const listUnrated = endpoint('GET /api/restaurants/unrated', 'user', {
  topics: ['restaurants'],
  summary: 'The enabled restaurants that you have not rated',
  reply: z.array(Restaurant),
})

export const listUnratedOfCampus = endpoint('GET /api/restaurants/unrated/:campusCode', 'user', {
  topics: ['restaurants'],
  summary: 'The enabled restaurants near a campus that you have not rated',
  params: CampusParams,
  reply: z.array(Restaurant),
})

export const RestaurantForm = z.object({
  name: nameLine(200, 'Name is required'),
  address: Address,
  campusCode: CampusCode,
  ...knownDetails,
  ...placeInput,
  cuisine: z.nullable(line(100, 'Cuisine must not be empty')),
  phone: z.nullable(line(40, 'Phone must not be empty')),
  websiteUrl: z.nullable(Website),
  disabled: z.boolean(),
})
export type RestaurantForm = z.output<typeof RestaurantForm>

/** The suggestion that saving the restaurant marks as done, if it is still open. */
const suggestionId = z.optional(Id)

export const createRestaurant = endpoint('POST /api/restaurants', 'admin', {
  summary: 'Add a restaurant',
  body: z
    .extend(RestaurantForm, {
      hours: z.optional(RestaurantForm.shape.hours),
      openingTimes: z.optional(RestaurantForm.shape.openingTimes),
      diets: z._default(RestaurantForm.shape.diets, []),
      cuisine: z._default(RestaurantForm.shape.cuisine, null),
      phone: z._default(RestaurantForm.shape.phone, null),
      websiteUrl: z._default(RestaurantForm.shape.websiteUrl, null),
      disabled: z._default(z.boolean(), false),
      suggestionId,
    })
    .check(
      z.refine(({ hours, openingTimes }) => hours !== undefined || Boolean(openingTimes), {
        error: 'Hours are required',
        path: ['hours'],
      }),
    ),
  replies: { 201: Restaurant },
})

/** Any of the form's fields and any team ratings; the handler reads the latter by the configured names. */
export const updateRestaurant = endpoint('PATCH /api/restaurants/:id', 'admin', {
  summary:
    'Change a restaurant or its team ratings (`rating{FirstName}`, 0 to 5); with expectedUpdatedAt, 409 with `current` if another user changed it since then',
  body: documentTeamRatings(
    z.catchall(
      z.extend(z.partial(RestaurantForm), {
        ...mayStayUnknown,
        expectedUpdatedAt: z.optional(Timestamp),
        suggestionId,
      }),
      z.unknown(),
    ),
  ),
  reply: Restaurant,
  errors: { 409: errorWith({ current: z.optional(Restaurant) }) },
})

export const deleteRestaurant = endpoint('DELETE /api/admin/restaurants/:id', 'admin', {
  summary: 'Delete a restaurant with its ratings; it can be restored from the trash',
})

export const bulkDeleteRestaurants = endpoint('DELETE /api/admin/restaurants/bulk-delete', 'admin', {
  summary:
    'Delete the restaurants with these ids, all those near a campus, or all restaurants; they can be restored from the trash. With expectedCount, 409 with `count` if there are more or fewer',
  // Strict, because a misspelled parameter must not count as none, which would mean all restaurants.
  query: z.strictObject({
    campusCode: z.optional(ChosenCampus),
    ids: described(z.optional(idsInAddress(/^\d{1,9}(,\d{1,9})*$/)), 'The ids of restaurants.'),
    expectedCount: ExpectedCount,
  }),
  reply: z.object({ count: z.int(), ids: z.array(Id) }),
  errors: { 409: OtherCountError },
})
