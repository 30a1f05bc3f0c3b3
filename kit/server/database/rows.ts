import type { Compilable, CompiledQuery, Insertable, Updateable } from 'kysely'
import { engineOf } from './drivers/dialect.ts'
import { giveWay } from './drivers/give-way.ts'
import { indexedIn } from './id-list.ts'
import { locked } from './locks.ts'
import type { Database, Db, Row, TableName as Table } from './schema.ts'
import { recordTables } from './tables/table-recorder.ts'

/*
 * Statements on one table that compare columns with values, as most do. Whatever joins, counts or compares otherwise is
 * written with Kysely where it is needed. Statements that differ only in their values are built and compiled once: that
 * takes longer than SQLite takes to run one.
 */

type Column<T extends Table> = keyof Row<T> & string
type TableWithId = { [T in Table]: 'id' extends Column<T> ? T : never }[Table]
/** A value, null, or a list that has it. Lists are for columns with an index (see `id-list.ts`). */
type OneOf<Value> = Exclude<Value, readonly unknown[]> | readonly Extract<Value, number | string>[]
type Where<T extends Table> = { [C in Column<T>]?: OneOf<Row<T>[C]> }
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
  const conditions = conditionsOf(where)
  const hasLimit = limit !== undefined
  const values = [...valuesOf(conditions), ...(hasLimit ? [limit] : [])]
  return run(db, ['list', table, conditions.map(shapeOf), order, hasLimit], values, () => {
    let query = matching(db, selectAll(db, table), conditions)
    for (const column of order)
      query = query.orderBy(column.replace('-', '') as 'id', column.startsWith('-') ? 'desc' : 'asc')
    return hasLimit ? query.limit(given) : query
  })
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
  const conditions = conditionsOf(where)
  return run(tx, ['lock', table, conditions.map(shapeOf)], valuesOf(conditions), () =>
    matching(tx, selectAll(tx, table), conditions).orderBy('id').$call(locked(tx)),
  )
}

/** Returns the new row. */
export async function insert<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Database[T]>,
): Promise<Row<T>> {
  const { columns, values } = writtenIn(row)
  const [inserted] = await run<T>(db, ['insert', table, columns], values, () =>
    db
      .insertInto(table as 'users')
      .values(givenFor(columns))
      .returningAll(),
  )
  return inserted as Row<T>
}

/** Returns the new row; undefined, and inserts nothing, if one with its key is there already. */
export async function insertOnce<T extends Table>(
  db: Db,
  table: T,
  row: Insertable<Database[T]>,
): Promise<Row<T> | undefined> {
  const { columns, values } = writtenIn(row)
  const [inserted] = await run<T>(db, ['insertOnce', table, columns], values, () => {
    const query = db.insertInto(table as 'users').values(givenFor(columns))
    return query.onConflict(conflict => conflict.doNothing()).returningAll()
  })
  return inserted
}

/**
 * Inserts any number of rows that have the same columns, and returns some columns of each. Requests can run in between.
 * Other writers wait meanwhile, so the statements are kept: building them would take as long as running them. Their
 * numbers of rows are powers of two, so that there are few.
 */
export async function insertAll<T extends Table, C extends Column<T> = never>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  returning: readonly C[] = [],
): Promise<Pick<Row<T>, C>[]> {
  const columns = Object.keys(rows[0] ?? {})
  const most = maxValues / columns.length
  const returned: Row<T>[] = []
  for (let start = 0, count = 0; start < rows.length; start += count) {
    if (count > 100) await giveWay()
    count = 2 ** Math.floor(Math.log2(Math.min(most, rows.length - start)))
    const some = rows.slice(start, start + count) as Record<string, unknown>[]
    if (some.some(row => Object.keys(row).length !== columns.length)) throw new Error('Rows of other columns')
    const values = some.flatMap(row => columns.map(column => row[column] ?? null))
    const inserted = await run<T>(db, ['insert', table, columns, count, returning], values, () => {
      const query = db.insertInto(table as 'users').values(some.map(() => givenFor(columns)))
      return returning.length > 0 ? query.returning(returning as never) : query
    })
    returned.push(...inserted)
  }
  return returned
}

/** Returns the rows as they are now. */
export async function change<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  changes: Updateable<Database[T]>,
): Promise<Row<T>[]> {
  const { columns, values } = writtenIn(changes)
  const conditions = conditionsOf(where)
  const shape = ['change', table, columns, conditions.map(shapeOf)]
  return run(db, shape, [...values, ...valuesOf(conditions)], () =>
    matching(db, db.updateTable(table as 'users').set(givenFor(columns)), conditions).returningAll(),
  )
}

/** Returns the rows that are gone. */
export async function remove<T extends Table>(db: Db, table: T, where: Where<T>): Promise<Row<T>[]> {
  const conditions = conditionsOf(where)
  return run(db, ['remove', table, conditions.map(shapeOf)], valuesOf(conditions), () =>
    matching(db, db.deleteFrom(table as 'users'), conditions).returningAll(),
  )
}

/** Stands for a value in a statement that is kept. */
const given = {} as never

const statements = new Map<string, CompiledQuery<object>>()

/** A form whose fields may be left out changes many combinations of columns. */
const maxStatements = 1_000

/** Of one statement: the engines allow some tens of thousands. */
const maxValues = 2_000

/** The values are in the order in which the statement has them. */
async function run<T extends Table>(
  db: Db,
  shape: readonly unknown[],
  values: readonly unknown[],
  build: () => Compilable<object>,
): Promise<Row<T>[]> {
  const key = `${engineOf(db)} ${shape.join()}`
  let statement = statements.get(key)
  if (!statement) {
    statement = build().compile()
    if (statements.size >= maxStatements) statements.clear()
    statements.set(key, statement)
  }
  recordTables(db, statement.query)
  const { rows } = await db.executeQuery({ ...statement, parameters: values })
  return rows as Row<T>[]
}

type Condition = { column: string; operator: '=' | 'is' | 'in'; value: unknown }

const conditionsOf = (where: object): Condition[] =>
  Object.entries(where).map(([column, value]) => {
    // Otherwise a forgotten value would mean every row.
    if (value === undefined) throw new Error(`No value for ${column}`)
    if (Array.isArray(value) && value.length !== 1) return { column, operator: 'in', value }
    return { column, operator: value === null ? 'is' : '=', value: Array.isArray(value) ? value[0] : value }
  })

const shapeOf = ({ column, operator }: Condition) => `${column} ${operator}`

const valuesOf = (conditions: Condition[]) =>
  conditions.filter(({ operator }) => operator !== 'is').map(({ value }) => value)

function writtenIn(row: object) {
  const written = Object.entries(row).filter(([, value]) => value !== undefined)
  return { columns: written.map(([column]) => column), values: written.map(([, value]) => value) }
}

const givenFor = (columns: string[]) => Object.fromEntries(columns.map(column => [column, given])) as never

// Kysely's types can't follow a table that is a parameter, so inside this file each is one that has an id.
const selectAll = (db: Db, table: Table) => db.selectFrom(table as 'users').selectAll()

function matching<Query>(db: Db, query: Query, conditions: Condition[]): Query {
  let narrowed = query as { where: (...condition: unknown[]) => typeof narrowed }
  for (const { column, operator } of conditions)
    narrowed =
      operator === 'in'
        ? narrowed.where(indexedIn(db, column, given))
        : narrowed.where(column, operator, operator === 'is' ? null : given)
  return narrowed as Query
}
