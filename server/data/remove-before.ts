import { type SelectType, sql } from 'kysely'
import type { Database, Db } from '#server/database/schema.ts'

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
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${time}`.execute(db)
}
