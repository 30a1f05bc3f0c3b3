import { ratingColumns } from '#features/trash/server/tables.ts'
import { Id } from '#kit/contract/fields.ts'
import { Count, name } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const ratingTables = {
  ratings: table(ratingColumns, { version: 'owner' }),

  /** A restaurant's ratings by the department of the people who gave them. Triggers keep it: see migration 0048. */
  departmentTallies: table(
    { restaurantId: Id, department: name(100), ratingCount: Count, ratingSum: Count },
    {
      key: ['restaurantId', 'department'],
      leftOut: 'counted from the ratings',
      version: 'everyone',
      counters: 16,
    },
  ),
}
