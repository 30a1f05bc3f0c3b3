import type { Generated, Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { Price } from '#domain/price.ts'
import type { Role } from '#domain/roles.ts'
import type {
  BackupRunTable,
  ChangeTable,
  DistanceRunTable,
  GeocodeTable,
  LeaseTable,
  MailTable,
  MailTokenTable,
  ThrottleTable,
} from './schema-work.ts'

/** Column names are the API's field names: one name from the form to the row. Times are ISO 8601 text, UTC. */
export type Database = {
  campuses: CampusTable
  departments: DepartmentTable
  users: UserTable
  sessions: SessionTable
  mailTokens: MailTokenTable
  mails: MailTable
  throttles: ThrottleTable
  restaurants: RestaurantTable
  teamRatings: TeamRatingTable
  ratings: RatingTable
  departmentTallies: DepartmentTallyTable
  favorites: FavoriteTable
  images: ImageTable
  systemSettings: SystemSettingTable
  systemAlerts: SystemAlertTable
  auditLogs: AuditLogTable
  trash: TrashTable
  trashedRatings: TrashedRatingTable
  leases: LeaseTable
  geocodes: GeocodeTable
  distanceRuns: DistanceRunTable
  backupRuns: BackupRunTable
  changes: ChangeTable
}

/** The database or a transaction in it: the first argument of every store function. */
export type Db = Kysely<Database> | Transaction<Database>

type CampusTable = {
  id: Generated<number>
  code: string
  name: string
  address: string
  latitude: number
  longitude: number
  position: number
}

type DepartmentTable = { id: Generated<number>; name: string; position: number }

type UserTable = {
  id: Generated<number>
  firstName: string
  lastName: string
  username: string
  email: string
  passwordHash: string
  campusCode: string
  department: string
  role: Role
  imageHash: string | null
  isVerified: boolean
  canLogin: boolean
  isPrimaryAdmin: boolean
  createdAt: string
}

type SessionTable = {
  /** SHA-256 of the cookie's token, hexadecimal. */
  tokenHash: string
  userId: number
  createdAt: string
  lastSeenAt: string
}

type RestaurantTable = {
  id: Generated<number>
  name: string
  address: string
  campusCode: string
  price: Price | null
  hours: string | null
  cuisine: string | null
  phone: string | null
  websiteUrl: string | null
  yelpUrl: string | null
  yelpId: string | null
  imageHash: string | null
  distance: number | null
  travelTime: Generated<number>
  distanceIsEstimated: Generated<boolean>
  latitude: number | null
  longitude: number | null
  disabled: Generated<boolean>
  /** Kept by the ratings store in the transaction of each rating, so that reading an average costs nothing. */
  ratingCount: Generated<number>
  ratingSum: Generated<number>
  createdAt: string
  updatedAt: string
}

type TeamRatingTable = { restaurantId: number; name: string; value: number }

type RatingTable = {
  id: Generated<number>
  userId: number
  restaurantId: number
  value: number
  comment: string | null
  createdAt: string
  updatedAt: string
}

/** The ratings of a restaurant by the department of those who gave them, kept like the restaurant's own. */
type DepartmentTallyTable = {
  restaurantId: number
  department: string
  ratingCount: number
  ratingSum: number
}

/** No foreign key on the restaurant: its favourites outlive it, until their owners remove them. */
type FavoriteTable = { id: Generated<number>; userId: number; restaurantId: number; createdAt: string }

type ImageTable = {
  /** SHA-256 of `bytes`, hexadecimal. */
  hash: string
  bytes: Uint8Array
  cardBytes: Uint8Array
  createdAt: string
}

type SystemSettingTable = {
  id: Generated<number>
  key: string
  value: string
  description: string | null
  updatedAt: string
}

type SystemAlertTable = {
  id: Generated<number>
  title: string
  message: string
  severity: 'info' | 'warning' | 'danger'
  isActive: boolean
  showOnLogin: boolean
  showCornerAlert: boolean
  createdAt: string
  updatedAt: string
}

type AuditLogTable = {
  id: Generated<number>
  action: string
  userId: number | null
  details: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
}

/** What was deleted and can be restored: one row for each restaurant, rating or alert. */
type TrashTable = {
  id: Generated<number>
  kind: 'restaurant' | 'rating' | 'alert'
  /** The id that it had. */
  itemId: number
  /** The restaurant's name (of a rating: the rated one's), or the alert's title. */
  name: string
  /** The row as JSON; a restaurant's with its team ratings. null for a rating, which is a row of `trashedRatings`. */
  snapshot: string | null
  /** The restaurant's picture, which stays as long as this row. */
  imageHash: string | null
  deletedBy: number | null
  deletedAt: string
}

/** Ratings in the trash, by themselves or with their restaurant; they go with their owner's account. */
type TrashedRatingTable = {
  trashId: number
  id: number
  userId: number
  restaurantId: number
  value: number
  comment: string | null
  createdAt: string
  updatedAt: string
}

export type CampusRow = Selectable<CampusTable>
export type UserRow = Selectable<UserTable>
export type NewUser = Insertable<UserTable>
export type UserChanges = Updateable<UserTable>
export type RestaurantRow = Selectable<RestaurantTable>
export type RatingRow = Selectable<RatingTable>
export type FavoriteRow = Selectable<FavoriteTable>
export type AlertRow = Selectable<SystemAlertTable>
export type DistanceRunRow = Selectable<DistanceRunTable>
export type TrashRow = Selectable<TrashTable>
export type MailRow = Selectable<MailTable>
export type NewMail = Insertable<MailTable>
export type MailTokenRow = Selectable<MailTokenTable>
