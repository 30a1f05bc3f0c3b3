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

/** Pairs of ids as a table with the columns `before` and `after`, however many they are. */
export function idPairs(db: Db, pairs: readonly (readonly [before: number, after: number | null])[]) {
  return engineOf(db) === 'postgres'
    ? sql`(select * from unnest(${pairs.map(([before]) => before)}::integer[], ${pairs.map(([, after]) => after)}::integer[])
        as pairs("before", "after"))`
    : // The limit makes it a table of its own and the cast lets SQLite index that, instead of reading all of it for each row.
      sql`(select cast(value ->> 0 as integer) as "before", value ->> 1 as "after" from json_each(${pairs}) limit -1)`
}
