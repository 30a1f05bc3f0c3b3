import * as z from 'zod/mini'
import { Restaurant } from '#features/restaurants/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { Id, Key, PageQuery, paragraph, Timestamp } from '#kit/contract/fields.ts'
import { Person } from '#kit/contract/person-fields.ts'

const starsError = 'Rating must be a whole number from 1 to 5'
/** A number of stars, with a separate message if it is missing. */
export const ratingValue = (whenMissing: string) =>
  z
    .int({ error: issue => (issue.input === undefined || issue.input === null ? whenMissing : starsError) })
    .check(z.minimum(1, starsError), z.maximum(5, starsError))
export const RatingValue = ratingValue(starsError)

export const commentMaxLength = 1000
/** If omitted, an existing comment stays; null or empty clears it. */
export const Comment = z.nullable(paragraph('Comment must be at most 1,000 characters', commentMaxLength))

export const Rating = z.object({
  id: Id,
  userId: Id,
  restaurantId: Id,
  value: z.int(),
  comment: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Rating = z.output<typeof Rating>

export const Review = z.extend(Rating, {
  user: z.extend(Person, { department: z.string() }),
})
export type Review = z.output<typeof Review>

export const OwnRating = z.extend(Rating, { restaurant: Restaurant })
export type OwnRating = z.output<typeof OwnRating>

export const AverageRating = z.object({
  restaurantId: Id,
  averageRating: z.nullable(z.number()),
  ratingCount: z.int(),
})

/** A map by restaurant id. Only ids are allowed as keys, so no key can collide with a property of objects. */
const byRestaurant = <S extends z.ZodMiniType>(value: S) =>
  z.record(z.string().check(z.regex(/^\d+$/)), value)

export const DepartmentAverage = z.object({
  department: z.string(),
  averageRating: z.number(),
  ratingCount: z.int(),
})

export const batchParts = ['averageRatings', 'ratingCounts', 'userRatings', 'ratingsByDepartment'] as const
export type BatchPart = (typeof batchParts)[number]

export const batchRatings = endpoint('POST /api/restaurants/batch/ratings-data', 'user', {
  topics: ['restaurants', 'raters'],
  isRead: true,
  summary:
    'Averages, counts, department averages and your own ratings of many restaurants; the parts that `include` doesn’t name are empty',
  body: z.object({
    restaurantIds: z.array(Id).check(z.maxLength(1000, 'At most 1,000 restaurants can be asked for at once')),
    /** Default: all of them. */
    include: z.optional(z.array(z.enum(batchParts))),
  }),
  reply: z.object({
    averageRatings: byRestaurant(z.number()),
    ratingCounts: byRestaurant(z.int()),
    ratingsByDepartment: byRestaurant(z.array(DepartmentAverage)),
    userRatings: byRestaurant(Rating),
  }),
})

export const listAverages = endpoint('GET /api/restaurants/ratings', 'user', {
  topics: ['restaurants'],
  summary: 'The average rating of every restaurant',
  reply: z.array(AverageRating),
})

export const getAverage = endpoint('GET /api/restaurants/:id/average-rating', 'user', {
  topics: ['restaurants'],
  summary: 'The average rating of one restaurant',
  reply: AverageRating,
})

export const listReviews = endpoint('GET /api/restaurants/:id/ratings', 'user', {
  topics: ['restaurants', 'raters'],
  summary: 'The ratings of a restaurant, latest first; optionally a page of them, or only one department’s',
  query: z.extend(z.pick(PageQuery, { limit: true, offset: true }), {
    department: described(z.optional(Key), 'Only this department.'),
  }),
  reply: z.array(Review),
})

export const getUserRating = endpoint('GET /api/restaurants/:id/user-rating', 'user', {
  topics: ['restaurants'],
  summary: 'Your rating of a restaurant; 404 if you have not rated it',
  reply: Rating,
})

export const getDepartmentStats = endpoint('GET /api/restaurants/:id/department-stats', 'user', {
  topics: ['restaurants', 'raters'],
  summary: 'How your department rated a restaurant, and which members have not rated it',
  reply: z.object({
    department: z.string(),
    averageRating: z.nullable(z.number()),
    ratedCount: z.int(),
    memberCount: z.int(),
    allRated: z.boolean(),
    unratedMembers: z.array(Person),
  }),
})

export const listOwnRatings = endpoint('GET /api/ratings', 'user', {
  topics: ['restaurants'],
  summary: 'Your ratings with their restaurants, latest first',
  reply: z.array(OwnRating),
})

export const listUserRatings = endpoint('GET /api/users/:id/ratings', 'user', {
  topics: ['restaurants'],
  summary: 'A user’s ratings: your own, or any user’s for an administrator',
  reply: z.array(Rating),
})

export const createRating = endpoint('POST /api/ratings', 'user', {
  summary: 'Rate a restaurant; an existing rating is updated',
  body: z.object({ restaurantId: Id, value: RatingValue, comment: z.optional(Comment) }),
  replies: { 200: Rating, 201: Rating },
  errors: { 404: ErrorBody },
})

export const updateRating = endpoint('PATCH /api/ratings/:id', 'user', {
  summary: 'Change your own rating, but not its restaurant',
  body: z.object({ restaurantId: z.optional(Id), value: RatingValue, comment: z.optional(Comment) }),
  reply: Rating,
})
