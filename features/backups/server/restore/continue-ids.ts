import { type RawBuilder, sql } from 'kysely'
import type { TrashKind } from '#features/trash/contract.ts'
import { advanceIdSequence } from '#kit/server/database/drivers/dialect.ts'
import { type BackupTable, backupTableNames, type Db, type Tables } from '#kit/server/database/schema.ts'

/**
 * Sets each table's id counter after the largest id that its rows have or that anything still refers to. Favorites,
 * visits, the trash and the audit log may refer to rows deleted long ago, whose ids no new row must take over.
 */
export async function continueIds(tx: Db, tables: Tables): Promise<void> {
  for (const table of backupTableNames(tables).filter(name => tables[name].hasAutoId)) {
    const all = sql.join([maxOf(table, 'id'), ...referencesTo(table, tables)], sql` union all `)
    const largest = sql<{ id: number | null }>`select max("id") as "id" from (${all}) as "all"`
    const [row] = (await largest.execute(tx)).rows
    await advanceIdSequence(tx, table, row?.id ?? 0)
  }
}

/** Columns that refer to rows of another table by id, in every table that has them. */
const columns: Record<string, BackupTable> = {
  userId: 'users',
  restaurantId: 'restaurants',
  decidedRestaurantId: 'restaurants',
  lunchId: 'lunches',
  standingId: 'standingLunches',
}

const trashed: Partial<Record<BackupTable, TrashKind>> = {
  restaurants: 'restaurant',
  ratings: 'rating',
  systemAlerts: 'alert',
}

function referencesTo(table: BackupTable, tables: Tables): RawBuilder<unknown>[] {
  const kind = trashed[table]
  return [
    ...backupTableNames(tables).flatMap(other =>
      Object.keys(tables[other].columns)
        .filter(column => columns[column] === table)
        .map(column => maxOf(other, column)),
    ),
    ...(kind ? [sql`select max("itemId") from "trash" where "kind" = ${kind}`] : []),
    ...(table === 'ratings' ? [maxOf('trashedRatings', 'id')] : []),
  ]
}

const maxOf = (table: BackupTable, column: string) =>
  sql`select max(${sql.ref(column)}) as "id" from ${sql.table(table)}`
