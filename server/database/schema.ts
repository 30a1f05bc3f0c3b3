import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { kitTables } from './kit-tables.ts'
import type { KyselyTable } from './table.ts'

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

/** The database or a transaction in it: the first argument of every store function. */
export type Db = Kysely<Database> | Transaction<Database>

export type Row<T extends TableName> = Selectable<Database[T]>
export type CampusRow = Row<'campuses'>
export type UserRow = Row<'users'>
export type NewUser = Insertable<Database['users']>
export type UserChanges = Updateable<Database['users']>
export type RestaurantRow = Row<'restaurants'>
export type RatingRow = Row<'ratings'>
export type LunchRow = Row<'lunches'>
export type LunchOptionRow = Row<'lunchOptions'>
export type StandingLunchRow = Row<'standingLunches'>
export type StandingDayRow = Row<'standingDays'>
export type SuggestionRow = Row<'suggestions'>
export type FavoriteRow = Row<'favorites'>
export type AlertRow = Row<'systemAlerts'>
export type DistanceRunRow = Row<'distanceRuns'>
export type ImportRunRow = Row<'importRuns'>
export type ImportedRestaurantRow = Row<'importedRestaurants'>
export type BackupRunRow = Row<'backupRuns'>
export type RestoreRunRow = Row<'restoreRuns'>
export type TrashRow = Row<'trash'>
export type DeliveryRow = Row<'deliveries'>
export type WebhookRow = Row<'campusWebhooks'>
export type MailTokenRow = Row<'mailTokens'>
export type SignOnRow = Row<'signOns'>
export type IssuerLinkRow = Row<'issuerLinks'>
export type PasskeyRow = Row<'passkeys'>
export type AccessTokenRow = Row<'accessTokens'>
