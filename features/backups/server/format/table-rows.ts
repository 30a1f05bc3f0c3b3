import { type SqlBool, sql } from 'kysely'
import { readInBatches } from '#kit/server/database/batches.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { type BackupTable, backupTableNames, type Db, type Tables } from '#kit/server/database/schema.ts'
import { keptColumns } from '#kit/server/database/tables/table.ts'
import type { BackupRow, Counts } from './backup-format.ts'

export async function countTables(db: Db, tables: Tables): Promise<Counts> {
  const counts: Partial<Counts> = {}
  for (const table of backupTableNames(tables)) counts[table] = await countRows(db.selectFrom(table))
  return counts as Counts
}

/** Yields all rows of a table in the order of its key, in batches, and lets other work run in between. */
export function rowsOf<T extends BackupTable>(
  db: Db,
  table: T,
  described: Tables[T],
): AsyncGenerator<BackupRow[]> {
  const key = described.key as readonly 'id'[]
  return readInBatches<BackupRow>(async ({ limit, last }) => {
    let query = db
      .selectFrom(table as 'ratings')
      .select(keptColumns(described) as 'id'[])
      .limit(limit)
    for (const column of key) query = query.orderBy(column)
    if (last) {
      const values = key.map(column => last[column])
      query = query.where(
        sql<SqlBool>`(${sql.join(key.map(column => sql.ref(column)))}) > (${sql.join(values)})`,
      )
    }
    return (await query.execute()) as BackupRow[]
  }, 500)
}
