import * as z from 'zod/mini'
import { CampusKey } from '#features/campuses/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { chosenId, Id, IdParams, PageQuery, sortQuery, Timestamp } from '#kit/contract/fields.ts'
import { ImportResult, PreviewQuery } from '#kit/contract/import-fields.ts'
import { Person } from '#kit/contract/person-fields.ts'
import { megabytes } from '#kit/rules/units.ts'
import { Comment, Rating, RatingValue, ratingValue } from './contract.ts'

/** A rating as administrators see it. */
export const AdminRating = z.extend(Rating, {
  user: z.extend(Person, { department: z.string(), email: z.string() }),
  restaurant: z.object({ id: Id, name: z.string(), address: z.string(), campusCode: z.string() }),
})
export type AdminRating = z.output<typeof AdminRating>

export const ratingSortKeys = ['updatedAt', 'user', 'restaurant', 'campusCode', 'value'] as const

export const listAllRatings = endpoint('GET /api/admin/ratings', 'admin', {
  topics: ['restaurants'],
  summary: 'All ratings, latest first; the search covers person, email, restaurant and comment',
  query: z.extend(PageQuery, {
    ...sortQuery(ratingSortKeys),
    userId: described(z.optional(IdParams.shape.id), 'The id of a user.'),
    restaurantId: described(z.optional(IdParams.shape.id), 'The id of a restaurant.'),
    campusCode: z.optional(CampusKey),
  }),
  reply: z.array(AdminRating),
})

export const AdminRatingForm = z.object({
  userId: chosenId('Please select a user'),
  restaurantId: chosenId('Please select a restaurant'),
  value: ratingValue('Please select a rating'),
  comment: z.optional(Comment),
})

export const createRatingFor = endpoint('POST /api/admin/ratings', 'admin', {
  summary: 'Rate a restaurant for a user; an existing rating is updated',
  body: AdminRatingForm,
  replies: { 200: AdminRating, 201: AdminRating },
})

export const updateAnyRating = endpoint('PATCH /api/admin/ratings/:id', 'admin', {
  summary:
    'Change the value or the comment of any user’s rating; with expectedUpdatedAt, 409 with `current` if another user changed it since then',
  body: z.object({
    value: z.optional(RatingValue),
    comment: z.optional(Comment),
    expectedUpdatedAt: z.optional(Timestamp),
  }),
  reply: AdminRating,
  errors: { 409: errorWith({ current: z.optional(AdminRating) }) },
})

export const deleteAnyRating = endpoint('DELETE /api/admin/ratings/:id', 'admin', {
  summary: 'Delete any user’s rating; it can be restored from the trash',
})

/** A valid row of an imported file, and its effect. */
export const ImportedRating = z.object({
  row: z.int(),
  userEmail: z.string(),
  userName: z.string(),
  restaurantId: Id,
  restaurantName: z.string(),
  address: z.string(),
  value: z.int(),
  comment: z.nullable(z.string()),
  outcome: z.enum(['new', 'changed', 'same']),
})
export type ImportedRating = z.output<typeof ImportedRating>

export const importRatings = endpoint('POST /api/admin/ratings/import', 'admin', {
  summary: 'Import all valid rows of a CSV file of ratings; with preview=true, only report what it would do',
  query: PreviewQuery,
  upload: { field: 'file', maxBytes: 2 * megabytes, tooLarge: 'The CSV file must be at most 2MB' },
  reply: z.extend(ImportResult, {
    /** Only in a preview. */
    rows: z.optional(z.array(ImportedRating)),
  }),
  errors: { 400: errorWith({ details: z.optional(z.string()) }) },
})

export const saveRatingsFor = endpoint('POST /api/admin/ratings/bulk', 'super-user', {
  summary: 'Save many ratings of one user, either all or none (Full Data Assist, see docs/decisions/0009)',
  body: z.object({
    userId: chosenId('Please select a user first.'),
    ratings: z
      .array(z.object({ restaurantId: Id, value: RatingValue, comment: z.optional(Comment) }))
      .check(
        z.minLength(1, 'There are no ratings to save'),
        z.maxLength(2000, 'At most 2,000 ratings can be saved at once'),
      ),
  }),
  reply: z.object({ count: z.int(), created: z.int(), updated: z.int() }),
})
