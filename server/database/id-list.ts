import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a column is one of many ids. The whole list is one bound value: no limit on the number of variables is ever
 * met, and every length shares one prepared statement.
 */
export function isOneOf(
  db: Db,
  column: string,
  ids: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} = any(${ids})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`
}
