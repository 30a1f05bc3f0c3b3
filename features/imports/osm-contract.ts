import * as z from 'zod/mini'
import { CampusCode, ChosenCampus } from '#features/campuses/contract.ts'
import { OpeningTimes } from '#features/restaurants/place-fields.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { Diets, Id, Timestamp } from '#kit/contract/fields.ts'
import { ImportResult } from '#kit/contract/import-fields.ts'

/** The message if OVERPASS_URL is off. */
export const osmTurnedOff = 'OpenStreetMap is turned off on this server'

const campusCode = CampusCode
export const OsmId = z
  .string()
  .check(z.regex(/^(node|way|relation)\/[1-9]\d{0,17}$/, 'Not the id of a place'))
const radiusError = 'The radius must be a number of miles, from 1 to 25'
const RadiusText = z.pipe(
  z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, radiusError)),
  z.pipe(z.transform(Number), z.number().check(z.minimum(1, radiusError), z.maximum(25, radiusError))),
)
/** The ids of chosen places, at most as many as one call accepts. */
export const chosenPlaces = <Id extends z.ZodMiniType>(id: Id, most: number) =>
  z
    .array(id, { error: 'No restaurants selected' })
    .check(
      z.minLength(1, 'No restaurants selected'),
      z.maxLength(most, `At most ${most} restaurants can be imported at once`),
    )

export const radiusMeaning =
  'How far from the campus to search: in miles for OpenStreetMap, in meters for Yelp.'
const around = z.object({
  campusCode: ChosenCampus,
  radius: described(z._default(RadiusText, 5), radiusMeaning),
})

export const OsmPlace = z.object({
  osmId: OsmId,
  name: z.string(),
  /** In one line; the coordinates if no street is known. */
  address: z.string(),
  cuisine: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  hours: z.nullable(z.string()),
  openingTimes: z.nullable(OpeningTimes),
  diets: Diets,
  latitude: z.number(),
  longitude: z.number(),
  /** Miles from the campus, as the crow flies. */
  distance: z.number(),
  /** The restaurant of this campus that it most likely is. */
  restaurantId: z.nullable(Id),
})
export type OsmPlace = z.output<typeof OsmPlace>

export const searchOsm = endpoint('GET /api/osm/search', 'admin', {
  topics: ['osm'],
  summary: 'The places to eat around a campus in OpenStreetMap, nearest first; radius in miles',
  query: around,
  reply: z.array(OsmPlace),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const maxOsmIds = 200

export const importFromOsm = endpoint('POST /api/osm/import', 'admin', {
  summary:
    'Add places from OpenStreetMap to a campus, all or none; places that the campus already has are skipped',
  body: z.object({
    campusCode,
    osmIds: chosenPlaces(OsmId, maxOsmIds),
  }),
  reply: z.extend(ImportResult, {
    /** The new restaurants, for an Undo. */
    ids: z.array(Id),
  }),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const osmFields = ['hours', 'phone', 'websiteUrl', 'cuisine', 'diets', 'position'] as const
export type OsmField = (typeof osmFields)[number]

export const OsmDifference = z.object({
  restaurantId: Id,
  name: z.string(),
  osmId: OsmId,
  fields: z.array(z.object({ field: z.enum(osmFields), ours: z.nullable(z.string()), theirs: z.string() })),
})
export type OsmDifference = z.output<typeof OsmDifference>

export const listOsmDifferences = endpoint('GET /api/osm/differences', 'admin', {
  summary:
    'The fields of a campus’s restaurants for which OpenStreetMap has a different or an additional value',
  query: around,
  reply: z.array(OsmDifference),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const OsmComparison = z.object({
  /** `none`: there was no comparison within the last ten minutes. */
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** How many places OpenStreetMap knows there, and how many of them were compared; 0 until it has responded. */
  count: z.int(),
  done: z.int(),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  /** The current differences, without those that were taken over or edited in the meantime. */
  differences: z.nullable(z.array(OsmDifference)),
})
export type OsmComparison = z.output<typeof OsmComparison>

export const getOsmComparison = endpoint('GET /api/osm/comparison', 'admin', {
  topics: ['osm'],
  summary: 'The progress or the result of a comparison with OpenStreetMap; kept for ten minutes',
  query: around,
  reply: OsmComparison,
})

export const startOsmComparison = endpoint('POST /api/osm/comparison', 'admin', {
  summary: 'Start comparing the restaurants of a campus with OpenStreetMap, in the background',
  query: around,
  replies: { 202: OsmComparison },
})

/** The restaurants' previous values, to undo a change. */
export const OsmUndo = z.array(
  z.object({
    restaurantId: Id,
    /** As of the change to be undone: if someone has edited the restaurant since, that edit is kept. */
    updatedAt: Timestamp.check(z.maxLength(40)),
    before: z.object({
      hours: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
      openingTimes: z.optional(z.nullable(OpeningTimes)),
      phone: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
      websiteUrl: z.optional(z.nullable(z.string().check(z.maxLength(2048), z.regex(/^https?:\/\//i)))),
      cuisine: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
      diets: z.optional(Diets),
      latitude: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
      longitude: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
      distance: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(100_000)))),
      travelTime: z.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
      distanceIsEstimated: z.optional(z.boolean()),
      osmId: z.optional(z.nullable(OsmId)),
    }),
  }),
)
export type OsmUndo = z.output<typeof OsmUndo>

export const applyOsm = endpoint('POST /api/osm/apply', 'admin', {
  summary: 'Copy the chosen fields from OpenStreetMap, all or none; `undo` has the previous values',
  body: z.object({
    changes: z
      .array(
        z.object({
          restaurantId: Id,
          osmId: OsmId,
          fields: z.array(z.enum(osmFields)).check(z.minLength(1, 'Nothing selected')),
        }),
      )
      .check(z.minLength(1, 'Nothing selected'), z.maxLength(1000, 'At most 1,000 at once')),
  }),
  reply: z.object({ changed: z.int(), undo: OsmUndo }),
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const undoOsm = endpoint('POST /api/osm/undo', 'admin', {
  summary: 'Restore the previous values of restaurants; those that were changed since stay unchanged',
  body: z.object({ undo: OsmUndo }),
  reply: z.object({ changed: z.int() }),
})
