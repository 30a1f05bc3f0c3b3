import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './drivers/dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a column is one of many ids. The whole list is bound as one value, so it can't exceed the limit on
 * bound variables, and lists of every length share one prepared statement.
 */
export function indexedIn(
  db: Db,
  column: string,
  ids: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} = any(${ids})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`
}

/**
 * The same for rows that are scanned instead of found by an index. PostgreSQL builds a hash of the list only
 * if it knows the list when planning. A prepared statement searches the whole bound list for each row: with
 * ten thousand ids, that takes ten seconds.
 */
export function scannedIn(db: Db, column: string, ids: readonly number[]): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} in (select unnest(${ids}::integer[]))`
    : indexedIn(db, column, ids)
}

/** Any number of id pairs as a table with the columns `before` and `after`. */
export function idPairs(db: Db, pairs: readonly (readonly [before: number, after: number | null])[]) {
  return engineOf(db) === 'postgres'
    ? sql`(select * from unnest(${pairs.map(([before]) => before)}::integer[], ${pairs.map(([, after]) => after)}::integer[])
        as pairs("before", "after"))`
    : // With the limit SQLite makes it a table, and with the cast it indexes that, instead of reading it all for each row.
      sql`(select cast(value ->> 0 as integer) as "before", value ->> 1 as "after" from json_each(${pairs}) limit -1)`
}
