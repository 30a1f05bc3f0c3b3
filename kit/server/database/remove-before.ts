import { type RawBuilder, type SelectType, sql } from 'kysely'
import { engineOf } from './drivers/dialect.ts'
import { giveWay } from './drivers/give-way.ts'
import type { Database, Db } from './schema.ts'

/** With what belongs to them, such as ratings to a restaurant, so many rows are removed in a few milliseconds. */
const batchSize = 500

/** The columns that may hold a time or a day, as text. */
type TimeOf<Row> = {
  [Column in keyof Row & string]: string extends NonNullable<SelectType<Row[Column]>> ? Column : never
}[keyof Row & string]

/** Removes the rows that have an earlier time, or day, in a column. */
export async function removeBefore<Table extends keyof Database & string>(
  db: Db,
  table: Table,
  column: TimeOf<Database[Table]>,
  time: string,
): Promise<number> {
  return removeInBatches(db, table, sql`${sql.ref(column)} < ${time}`)
}

/** Removes all rows of a table, or those that meet a condition. Requests can run between two batches. */
export async function removeInBatches(
  db: Db,
  table: keyof Database & string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  const from = sql`from ${sql.table(table)} where`
  let removed = 0
  while (true) {
    const batch =
      engineOf(db) === 'postgres'
        ? sql`delete ${from} ctid = any(array(select ctid ${from} ${condition} limit ${batchSize}))`
        : sql`delete ${from} rowid in (select rowid ${from} ${condition} limit ${batchSize})`
    const { numAffectedRows = 0n } = await batch.execute(db)
    removed += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return removed
    await giveWay()
  }
}
