import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, Timestamp } from '#kit/contract/fields.ts'

/**
 * A number for the last 30 days, including today, and for the 30 days before; null if it isn't known or would
 * be about too few people.
 */
export const Figure = z.object({ last: z.nullable(z.int()), before: z.nullable(z.int()) })
export type Figure = z.output<typeof Figure>

export const OverviewPlace = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  campusCode: z.string(),
})
export const RatedPlace = z.extend(OverviewPlace, { average: z.nullable(z.number()), ratingCount: z.int() })

export const Week = z.object({
  /** Its Monday. */
  from: z.string(),
  ratings: z.int(),
  lunches: z.int(),
})
export type Week = z.output<typeof Week>

export const Health = z.object({
  lastGoodBackup: z.nullable(z.object({ filename: z.string(), timestamp: Timestamp })),
  backupIsOverdue: z.boolean(),
  mailsWaiting: z.int(),
  database: z.object({
    bytes: z.int(),
    /** How much it has grown since a day at most 30 days ago; null until there is such a day. */
    growth: z.nullable(z.object({ bytes: z.int(), since: z.string() })),
  }),
  /** The disk of the data folder. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
  version: z.string(),
  /** Today's requests that took over a second, by route, most frequent first. */
  slowRequests: z.array(z.object({ route: z.string(), count: z.int(), longestMs: z.int() })),
})
export type Health = z.output<typeof Health>

export const Overview = z.object({
  countedAt: Timestamp,
  /** No restaurant has been added yet. */
  isEmpty: z.boolean(),
  figures: z.object({ signedIn: Figure, ratings: Figure, lunches: Figure, visits: Figure }),
  /** The last 26 weeks, by the calendar of TIME_ZONE; the last one is the current week. */
  weeks: z.array(Week),
  departments: z.array(
    z.object({
      name: z.string(),
      people: z.int(),
      /** How many of them rated in the last 90 days. */
      raters: z.int(),
      average: z.nullable(z.number()),
      ratingCount: z.int(),
    }),
  ),
  /** The numbers of enabled restaurants: of all, and of those with a rating, opening times, a position and a price. */
  campuses: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      places: z.int(),
      rated: z.int(),
      openingTimes: z.int(),
      position: z.int(),
      price: z.int(),
    }),
  ),
  lists: z.object({
    /** Sorted by average, as if each had five more ratings of `usual` stars, which is the average of all ratings. */
    mostLoved: z.object({ usual: z.nullable(z.number()), places: z.array(RatedPlace) }),
    /** Sorted by how far their ratings typically are from their average, in stars. */
    mostDisputed: z.array(z.extend(RatedPlace, { spread: z.number() })),
    /** In the last 30 days; only places that at least three people visited. */
    mostVisited: z.array(z.extend(OverviewPlace, { visits: z.int() })),
    /** Neither rated nor added in the last six months. */
    longUnrated: z.object({
      total: z.int(),
      places: z.array(z.extend(OverviewPlace, { lastRatedAt: z.nullable(Timestamp) })),
    }),
    /** Added in the last 60 days. */
    newcomers: z.object({ total: z.int(), places: z.array(z.extend(RatedPlace, { createdAt: Timestamp })) }),
  }),
  toDo: z.object({
    openingTimes: z.int(),
    position: z.int(),
    price: z.int(),
    doubles: z.int(),
    inbox: z.int(),
    unverified: z.int(),
    /** As of the last check; null until there was one. */
    websitesGone: z.nullable(z.int()),
  }),
  /** null unless the user is a super-user. */
  health: z.nullable(Health),
})
export type Overview = z.output<typeof Overview>

export const getOverview = endpoint('GET /api/admin/overview', 'admin', {
  summary: 'Figures and to-dos, at most a minute old; the health of the server only for super-users',
  reply: Overview,
})
