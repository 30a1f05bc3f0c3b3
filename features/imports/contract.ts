import * as z from 'zod/mini'
import { restaurantFields } from '#features/restaurants/contract.ts'
import { importedFields } from '#features/restaurants/restaurant-columns.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { line } from '#kit/contract/fields.ts'
import { ImportResult, PreviewQuery } from '#kit/contract/import-fields.ts'
import { megabytes } from '#kit/rules/units.ts'

/** A row of the file, and what happens to it. The texts of a faulty row are exactly as in the file. */
export const ImportedRestaurant = z.extend(
  z.pick(restaurantFields, { ...importedFields, openingTimes: true }),
  {
    /** The line in the file where it begins; the header is line 1. */
    row: z.int(),
    /** `duplicate`: a restaurant of the campus, or an earlier row, has the same name and address. */
    status: z.enum(['new', 'duplicate', 'faulty']),
    /** Why it is left out. */
    message: z.optional(z.string()),
    /** Which optional values are left out, and why. */
    remarks: z.optional(z.array(z.string())),
  },
)
export type ImportedRestaurant = z.output<typeof ImportedRestaurant>

export const importRestaurants = endpoint('POST /api/import/csv', 'admin', {
  summary:
    'Import all valid rows of a CSV file of restaurants; with preview=true, only report what it would do',
  query: PreviewQuery,
  body: z.object({
    campusCode: line(60, 'No campus selected'),
    /** Identifies the file in the list of imports. */
    fileName: z.optional(line(300, 'The file has no name')),
  }),
  upload: { field: 'file', maxBytes: 2 * megabytes, tooLarge: 'The CSV file must be at most 2MB' },
  reply: z.extend(ImportResult, {
    /** Only in a preview. */
    rows: z.optional(z.array(ImportedRestaurant)),
  }),
})
