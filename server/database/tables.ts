import * as z from 'zod/mini'
import { severities } from '#contract/alerts.ts'
import { Email, Id, Role, WebUrl } from '#contract/fields.ts'
import { trashKinds } from '#contract/trash.ts'
import { prices } from '#domain/price.ts'
import { calendarTables } from './calendar-tables.ts'
import {
  Count,
  DietsColumn,
  ImageHash,
  Latitude,
  Longitude,
  name,
  nullableText,
  PasswordHash,
  Position,
  Stars,
  Time,
  text,
  withOpeningTimes,
} from './checks.ts'
import { credentialTables } from './credential-tables.ts'
import { isOpeningTimes } from './list-columns.ts'
import { lunchTables } from './lunch-tables.ts'
import { pushChoiceTables } from './push-tables.ts'
import { standingLunchTables } from './standing-lunch-tables.ts'
import { suggestionTables } from './suggestion-tables.ts'
import { leftOut, table } from './table.ts'
import { visitTables } from './visit-tables.ts'
import { workTables } from './work-tables.ts'

const ratingColumns = {
  userId: Id,
  restaurantId: Id,
  value: Stars,
  comment: nullableText(1000),
  createdAt: Time,
  updatedAt: Time,
}

/**
 * The only description of each table of the database. The row types, the contents of backups, how older
 * backups and older snapshots in the trash are read, and the checks of all these follow from it. Tables refer
 * only to tables above them. Columns have the same names as the API's fields, so that one name is used from
 * the form to the row. Times are ISO 8601 text in UTC.
 */
export const tables = {
  campuses: table({
    code: name(60),
    name: name(200),
    address: text(300),
    latitude: Latitude,
    longitude: Longitude,
    position: Position,
    updatedAt: z._default(z.nullable(Time), null),
  }),

  departments: table({ name: name(100), position: Position }),

  users: table({
    firstName: name(100),
    lastName: name(100),
    username: name(300),
    email: Email,
    passwordHash: PasswordHash,
    campusCode: name(60),
    department: name(100),
    role: Role,
    imageHash: ImageHash,
    isVerified: z.boolean(),
    canLogin: z.boolean(),
    isPrimaryAdmin: z.boolean(),
    diets: DietsColumn,
    dietsAtLunches: z._default(z.boolean(), false),
    createdAt: Time,
    /** Of the fields that forms edit; null: never. */
    updatedAt: z._default(z.nullable(Time), null),
  }),

  ...credentialTables,

  restaurants: table(
    {
      name: name(300),
      address: text(500),
      campusCode: name(60),
      price: z.nullable(z.enum(prices)),
      hours: nullableText(4000),
      /** See `list-columns.ts`. */
      openingTimes: z._default(
        z.nullable(text(20_000).check(z.refine(isOpeningTimes, 'must be opening times'))),
        null,
      ),
      diets: DietsColumn,
      cuisine: nullableText(300),
      phone: nullableText(100),
      websiteUrl: z.nullable(WebUrl),
      yelpUrl: z.nullable(WebUrl),
      yelpId: nullableText(100),
      osmId: z._default(nullableText(100), null),
      imageHash: ImageHash,
      distance: z.nullable(z.number().check(z.minimum(0), z.maximum(100_000))),
      travelTime: z._default(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
      distanceIsEstimated: z._default(z.boolean(), false),
      latitude: z.nullable(Latitude),
      longitude: z.nullable(Longitude),
      disabled: z._default(z.boolean(), false),
      /** Updated in the transaction of each rating, so that reading an average costs nothing. */
      ratingCount: leftOut('recounted from the ratings', z._default(Count, 0)),
      ratingSum: leftOut('recounted from the ratings', z._default(Count, 0)),
      /** The sum of the squared values, which tells how far opinions differ. */
      ratingSquares: leftOut('recounted from the ratings', z._default(Count, 0)),
      createdAt: Time,
      updatedAt: Time,
    },
    { upgrade: withOpeningTimes },
  ),

  teamRatings: table(
    { restaurantId: Id, name: name(100), value: z.int().check(z.minimum(0), z.maximum(5)) },
    { key: ['restaurantId', 'name'] },
  ),

  ratings: table(ratingColumns, { version: 'owner' }),

  /** A restaurant's ratings by the department of the people who gave them, updated like the restaurant's own counts. */
  departmentTallies: table(
    { restaurantId: Id, department: name(100), ratingCount: Count, ratingSum: Count },
    { key: ['restaurantId', 'department'], leftOut: 'recounted from the ratings' },
  ),

  /** No foreign key on the restaurant: favorites outlive it until their owners remove them. */
  favorites: table({ userId: Id, restaurantId: Id, createdAt: Time }, { version: 'owner' }),

  ...lunchTables,
  ...standingLunchTables,
  ...visitTables,
  ...suggestionTables,
  ...calendarTables,
  ...pushChoiceTables,

  systemSettings: table({
    key: name(100),
    value: text(60_000),
    description: nullableText(2000),
    updatedAt: Time,
  }),

  systemAlerts: table({
    title: name(200),
    message: name(2000),
    severity: z.enum(severities),
    isActive: z.boolean(),
    showOnLogin: z.boolean(),
    showCornerAlert: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  }),

  /** Deleted items that can be restored: one row for each restaurant, rating or alert. */
  trash: table(
    {
      kind: z.enum(trashKinds),
      /** The item's id from before the deletion. */
      itemId: Id,
      /** The name of the restaurant (for a rating: of the rated restaurant) or the title of the alert. */
      name: text(300),
      /** See `snapshots.ts`. */
      snapshot: nullableText(100_000),
      /** The restaurant's picture, which is kept as long as this row. */
      imageHash: ImageHash,
      deletedBy: z.nullable(Id),
      deletedAt: Time,
    },
    { version: 'none' },
  ),

  /** Ratings in the trash, deleted alone or with their restaurant; they are removed with their owner's account. */
  trashedRatings: table(
    { trashId: Id, id: Id, ...ratingColumns },
    { key: ['trashId', 'id'], version: 'none' },
  ),

  auditLogs: table(
    {
      action: name(100),
      userId: z.nullable(Id),
      details: text(4096),
      ipAddress: nullableText(100),
      userAgent: nullableText(300),
      createdAt: Time,
    },
    { version: 'none' },
  ),

  ...workTables,
}

type Tables = typeof tables
export type TableName = keyof Tables
/** The tables that backups hold. */
export type BackupTable = {
  [T in TableName]: Tables[T]['leftOut'] extends string ? never : T
}[TableName]

export const tableNames = Object.keys(tables) as TableName[]
export const backupTableNames = tableNames.filter(
  (name): name is BackupTable => tables[name].leftOut === undefined,
)
