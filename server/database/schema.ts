import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { KyselyTable } from './table.ts'
import type { TableName, tables } from './tables.ts'

/** The database's type for Kysely. */
export type Database = { [T in TableName]: KyselyTable<(typeof tables)[T]> }

/** The database or a transaction in it: the first argument of every store function. */
export type Db = Kysely<Database> | Transaction<Database>

type Row<T extends TableName> = Selectable<Database[T]>
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
