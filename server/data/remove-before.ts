import { sql } from 'kysely'
import type { Database, Db } from '#server/database/schema.ts'

/** Removes the rows that have an earlier time, or day, in a column. */
export async function removeBefore<Table extends keyof Database & string>(
  db: Db,
  table: Table,
  column: keyof Database[Table] & string,
  time: string,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${time}`.execute(db)
}
