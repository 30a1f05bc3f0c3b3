import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { kitTables } from './tables/kit-tables.ts'
import type { KyselyTable } from './tables/table.ts'

type KitTables = typeof kitTables

/** The descriptions of all tables: the server's own, and those that `tables.ts` adds. */
export interface Tables extends KitTables {}
export type TableName = keyof Tables & string
/** The tables that backups hold. */
export type BackupTable = {
  [T in TableName]: Tables[T]['leftOut'] extends string ? never : T
}[TableName]

/** All tables, and the migrations that make them. Tables refer only to tables before them. */
export type Schema = { tables: Tables; migrations: Record<string, Migration> }

export const tableNames = (tables: Tables) => Object.keys(tables) as TableName[]

export const backupTableNames = (tables: Tables) =>
  tableNames(tables).filter((name): name is BackupTable => tables[name].leftOut === undefined)

/** The database's type for Kysely. */
export type Database = { [T in TableName]: KyselyTable<Tables[T]> }

/** The database or a transaction in it: the first argument of whatever asks it. */
export type Db = Kysely<Database> | Transaction<Database>

export type Row<T extends TableName> = Selectable<Database[T]>
