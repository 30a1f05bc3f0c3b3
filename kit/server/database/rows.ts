import type { Insertable, Updateable } from 'kysely'
import { indexedIn } from './id-list.ts'
import { locked } from './locks.ts'
import type { Database, Db, Row, TableName as Table } from './schema.ts'

/*
 * Statements on one table that compare columns with values, as most do. Whatever joins, counts or compares otherwise is
 * written with Kysely where it is needed.
 */

type Column<T extends Table> = keyof Row<T> & string
type TableWithId = { [T in Table]: 'id' extends Column<T> ? T : never }[Table]
/** A value, null, or a list that has it. Lists are for columns with an index (see `id-list.ts`). */
type Condition<Value> = Exclude<Value, readonly unknown[]> | readonly Extract<Value, number | string>[]
type Where<T extends Table> = { [C in Column<T>]?: Condition<Row<T>[C]> }
type Options<T extends Table> = {
  /** Columns; after a minus, the largest value comes first. */
  order?: readonly (Column<T> | `-${Column<T>}`)[]
  limit?: number
}

export async function list<T extends Table>(
  db: Db,
  table: T,
  where: Where<T> = {},
  { order = [], limit }: Options<T> = {},
): Promise<Row<T>[]> {
  let query = matching(db, selectAll(db, table), where)
  for (const column of order)
    query = query.orderBy(column.replace('-', '') as 'id', column.startsWith('-') ? 'desc' : 'asc')
  if (limit !== undefined) query = query.limit(limit)
  return (await query.execute()) as unknown as Row<T>[]
}

/** The first of the rows. */
export async function find<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  { order }: Pick<Options<T>, 'order'> = {},
): Promise<Row<T> | undefined> {
  return (await list(db, table, where, { order, limit: 1 }))[0]
}

/** Locks the rows until the transaction ends, in the order of their ids: see `locked`. */
export async function lock<T extends TableWithId>(tx: Db, table: T, where: Where<T>): Promise<Row<T>[]> {
  const query = matching(tx, selectAll(tx, table), where).orderBy('id').$call(locked(tx))
  return (await query.execute()) as unknown as Row<T>[]
}

/** Returns the new row. */
export async function insert<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Database[T]>,
): Promise<Row<T>> {
  const query = db.insertInto(table as 'users').values(row as never)
  return (await query.returningAll().executeTakeFirstOrThrow()) as unknown as Row<T>
}

/** Returns the rows as they are now. */
export async function change<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  changes: Updateable<Database[T]>,
): Promise<Row<T>[]> {
  const query = matching(db, db.updateTable(table as 'users').set(changes as never), where)
  return (await query.returningAll().execute()) as unknown as Row<T>[]
}

/** Returns the rows that are gone. */
export async function remove<T extends Table>(db: Db, table: T, where: Where<T>): Promise<Row<T>[]> {
  const query = matching(db, db.deleteFrom(table as 'users'), where)
  return (await query.returningAll().execute()) as unknown as Row<T>[]
}

// Kysely's types can't follow a table that is a parameter, so inside this file each is one that has an id.
const selectAll = (db: Db, table: Table) => db.selectFrom(table as 'users').selectAll()

function matching<Query>(db: Db, query: Query, where: object): Query {
  let narrowed = query as { where: (...condition: unknown[]) => typeof narrowed }
  for (const [column, value] of Object.entries(where)) {
    // Otherwise a forgotten value would mean every row.
    if (value === undefined) throw new Error(`No value for ${column}`)
    narrowed = Array.isArray(value)
      ? narrowed.where(indexedIn(db, column, value))
      : narrowed.where(column, value === null ? 'is' : '=', value)
  }
  return narrowed as Query
}
