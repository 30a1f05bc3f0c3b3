import * as z from 'zod/mini'
import { megabytes } from '#domain/units.ts'
import { endpoint } from './endpoint.ts'
import { line, PreviewQuery, RowError } from './fields.ts'
import { Diets } from './place-fields.ts'

/** A row of the file, and what becomes of it; the texts of a faulty one are as they stand in the file. */
export const ImportedRestaurant = z.object({
  /** The line in the file where it begins; the header is line 1. */
  row: z.int(),
  /** `duplicate`: the campus has one with this name and address already, or an earlier row has them. */
  status: z.enum(['new', 'duplicate', 'faulty']),
  name: z.string(),
  address: z.string(),
  cuisine: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  diets: Diets,
  /** Why it is left out. */
  message: z.optional(z.string()),
})
export type ImportedRestaurant = z.output<typeof ImportedRestaurant>

/** What every import returns. */
export const ImportResult = z.object({
  /** In a preview: how many would be. */
  imported: z.int(),
  /** What was there already. */
  skipped: z.int(),
  /** What is left out, and why. For chosen places `row` counts their ids from 1. */
  errors: z.array(RowError),
})
export type ImportResult = z.output<typeof ImportResult>

/** The ids of the places that were chosen, as many as one call takes. */
export const chosenPlaces = <Id extends z.ZodMiniType>(id: Id, most: number) =>
  z
    .array(id, { error: 'No restaurants selected' })
    .check(
      z.minLength(1, 'No restaurants selected'),
      z.maxLength(most, `At most ${most} restaurants can be imported at once`),
    )

export const importRestaurants = endpoint({
  method: 'POST',
  path: '/api/import/csv',
  access: 'admin',
  summary:
    'Write all good rows of a CSV file of restaurants at once; with preview=true only report what it would do',
  query: PreviewQuery,
  body: z.object({ campusCode: line(60, 'No campus selected') }),
  upload: { field: 'file', maxBytes: 2 * megabytes, tooLarge: 'The CSV file must be at most 2MB' },
  replies: {
    200: z.extend(ImportResult, {
      /** Only in a preview. */
      rows: z.optional(z.array(ImportedRestaurant)),
    }),
  },
})
