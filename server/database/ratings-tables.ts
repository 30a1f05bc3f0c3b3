import { Id } from '#contract/fields.ts'
import { Count, name } from './checks.ts'
import { table } from './table.ts'
import { ratingColumns } from './trash-tables.ts'

export const ratingTables = {
  ratings: table(ratingColumns, { version: 'owner' }),

  /** A restaurant's ratings by the department of the people who gave them, updated like the restaurant's own counts. */
  departmentTallies: table(
    { restaurantId: Id, department: name(100), ratingCount: Count, ratingSum: Count },
    { key: ['restaurantId', 'department'], leftOut: 'recounted from the ratings', version: 'everyone' },
  ),
}
