import type { Generated } from 'kysely'
import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'

type Columns = Record<string, z.ZodMiniType>
type RawRow = Record<string, unknown>

type Options<C> = {
  /** The primary key. Without it, the table has an auto-incremented `id`. */
  key?: readonly (keyof C & string)[]
  /** Why backups leave the table out. */
  leftOut?: string
  /**
   * Whose version its changes increment, so that cached replies made from it are made again (see
   * versions.ts): 'owner' if each row belongs to the user `userId`, 'everyone' if they affect the replies to
   * everyone, 'none' if no cached reply reads the table. By default 'none' for what backups leave out, and
   * 'everyone' for all other tables.
   */
  version?: 'owner' | 'everyone' | 'none'
  /**
   * How many counters the version of a table has that many users write at the same time, so that transactions on
   * PostgreSQL neither wait for each other's commits nor deadlock. Another number needs a migration like 0027.
   */
  counters?: number
  /**
   * Converts a row from any earlier time to the current columns before it is checked: for columns that were
   * renamed, split or dropped.
   */
  upgrade?: (row: RawRow) => RawRow
}

/** The id of a table without `key`, auto-incremented by the database. */
type AutoId = typeof Id & { hasAutoId: true }

type AllColumns<C, O> = O extends { key: readonly string[] } ? C : { id: AutoId } & C

/**
 * Describes a table: its columns, in this order, each with the check of its values. A column with
 * `z._default` may be omitted on insert. It gets the default if the row comes from a backup or trash snapshot
 * that is older than the column.
 */
export function table<C extends Columns, const O extends Options<C>>(columns: C, options: O = {} as O) {
  const hasAutoId = options.key === undefined
  return {
    columns: (hasAutoId ? { id: Id, ...columns } : columns) as AllColumns<C, O>,
    key: (options.key ?? ['id']) as readonly string[],
    hasAutoId,
    leftOut: options.leftOut as O['leftOut'],
    version: options.version ?? (options.leftOut === undefined ? 'everyone' : 'none'),
    counters: options.counters ?? 1,
    upgrade: options.upgrade as Options<C>['upgrade'],
  }
}

type Table = { columns: Columns; upgrade?: Options<Columns>['upgrade'] }

const reasons = new WeakMap<z.ZodMiniType, string>()

/** Describes a column that backups and trash snapshots leave out, for the given reason; it needs a default. */
export function leftOut<S extends z.ZodMiniDefault<z.ZodMiniType>>(reason: string, column: S) {
  reasons.set(column, reason)
  return column as S & LeftOut
}

type LeftOut = { isLeftOut: true }

/** The columns that backups and trash snapshots contain. */
export const keptColumns = ({ columns }: Table): string[] =>
  Object.keys(columns).filter(name => !reasons.has(columns[name] as z.ZodMiniType))

/** The table's type for Kysely. */
export type KyselyTable<T extends { columns: Columns }> = {
  [K in keyof T['columns']]: T['columns'][K] extends AutoId
    ? Generated<number>
    : T['columns'][K] extends z.ZodMiniDefault<infer Inner>
      ? Generated<z.output<Inner>>
      : z.output<T['columns'][K]>
}

type Kept<T extends { columns: Columns }, Without> = {
  [K in Exclude<keyof T['columns'], Without> as T['columns'][K] extends LeftOut ? never : K]: z.output<
    T['columns'][K]
  >
}

/**
 * The schema of a row in a backup or a trash snapshot, written by any version. It rejects unknown columns,
 * and drops the left-out ones and those in `without`.
 */
export function rowSchema<T extends Table, const W extends keyof T['columns'] & string = never>(
  described: T,
  ...without: W[]
): z.ZodMiniType<Kept<T, W>> {
  const { columns, upgrade = row => row } = described
  const kept = keptColumns(described).filter(name => !without.includes(name as W))
  const dropped = new Set(Object.keys(columns).filter(name => !kept.includes(name)))
  const strict = z.strictObject(Object.fromEntries(kept.map(name => [name, columns[name]])) as Columns)
  const bringUpToDate = (row: unknown) =>
    isRow(row) ? Object.fromEntries(Object.entries(upgrade(row)).filter(([name]) => !dropped.has(name))) : row
  return z.pipe(z.transform(bringUpToDate), strict) as unknown as z.ZodMiniType<Kept<T, W>>
}

const isRow = (value: unknown): value is RawRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
