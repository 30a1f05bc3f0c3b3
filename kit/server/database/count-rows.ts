import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Counts the rows that a query finds. The query must not select any columns yet. */
export async function countRows<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { count } = await query.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
