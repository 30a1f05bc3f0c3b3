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

/**
 * The same for rows that are gone through, not found by an index. PostgreSQL looks a value of a list up in a hash only where it
 * knows the list when it plans; a prepared statement goes through a bound one for each row: ten thousand ids, ten seconds.
 */
export function isAmong(db: Db, column: string, ids: readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} in (select unnest(${ids}::integer[]))`
    : isOneOf(db, column, ids)
}
