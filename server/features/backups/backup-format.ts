import * as z from 'zod/mini'
import { severities } from '#contract/alerts.ts'
import { Email, Id, Role, WebUrl } from '#contract/fields.ts'
import { trashKinds } from '#contract/trash.ts'
import { prices } from '#domain/price.ts'

export const formatName = 'common-table-backup'

/**
 * The version that is written. A change of the tables below that an older program could not read, or that older backups
 * lack, makes the next one, together with a step in `upgrade-rows.ts`.
 */
export const formatVersion = 1

/** What a backup says of itself before its rows. */
export const Header = z.object({
  format: z.literal(formatName),
  version: z.int().check(z.positive()),
  createdAt: z.iso.datetime(),
  /** The version of the program that wrote it. */
  appVersion: z.string().check(z.maxLength(60)),
})
export type Header = z.output<typeof Header>

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256'))

const NullableHash = z.nullable(Sha256)
const text = (max: number) => z.string().check(z.maxLength(max), z.refine(withoutNul, 'must not contain NUL'))
const nullableText = (max: number) => z.nullable(text(max))
const name = (max: number) => text(max).check(z.minLength(1))
const Time = z.iso.datetime()
const Latitude = z.number().check(z.minimum(-90), z.maximum(90))
const Longitude = z.number().check(z.minimum(-180), z.maximum(180))
const Stars = z.int().check(z.minimum(1), z.maximum(5))
const Position = z.int().check(z.minimum(0), z.maximum(1_000_000))
const NullableUrl = z.nullable(WebUrl)

// What a sign-in will compute with must have been chosen here: other parameters could cost minutes and gigabytes.
const PasswordHash = z
  .string()
  .check(
    z.regex(
      /^\$argon2id\$v=19\$m=(\d{1,5}),t=([1-9]),p=[1-4]\$[\w+/]{16,88}\$[\w+/]{16,88}$/,
      'is not one of ours',
    ),
  )

/**
 * The tables of a backup in an order in which each refers to earlier ones only, with the checks of their rows and the
 * columns that tell the rows apart. Sessions, tokens, waiting mails, counters, leases and whatever can be computed from the
 * rest are left out.
 */
export const backupTables = {
  campuses: table(['id'], {
    id: Id,
    code: name(60),
    name: name(200),
    address: text(300),
    latitude: Latitude,
    longitude: Longitude,
    position: Position,
  }),
  departments: table(['id'], { id: Id, name: name(100), position: Position }),
  users: table(['id'], {
    id: Id,
    firstName: name(100),
    lastName: name(100),
    username: name(300),
    email: Email,
    passwordHash: PasswordHash,
    campusCode: name(60),
    department: name(100),
    role: Role,
    imageHash: NullableHash,
    isVerified: z.boolean(),
    canLogin: z.boolean(),
    isPrimaryAdmin: z.boolean(),
    createdAt: Time,
  }),
  restaurants: table(['id'], {
    id: Id,
    name: name(300),
    address: text(500),
    campusCode: name(60),
    price: z.nullable(z.enum(prices)),
    hours: nullableText(2000),
    cuisine: nullableText(300),
    phone: nullableText(100),
    websiteUrl: NullableUrl,
    yelpUrl: NullableUrl,
    yelpId: nullableText(100),
    imageHash: NullableHash,
    distance: z.nullable(z.number().check(z.minimum(0), z.maximum(100_000))),
    travelTime: z.int().check(z.minimum(0), z.maximum(100_000)),
    distanceIsEstimated: z.boolean(),
    latitude: z.nullable(Latitude),
    longitude: z.nullable(Longitude),
    disabled: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  }),
  teamRatings: table(['restaurantId', 'name'], {
    restaurantId: Id,
    name: name(100),
    value: z.int().check(z.minimum(0), z.maximum(5)),
  }),
  ratings: table(['id'], {
    id: Id,
    userId: Id,
    restaurantId: Id,
    value: Stars,
    comment: nullableText(1000),
    createdAt: Time,
    updatedAt: Time,
  }),
  favorites: table(['id'], { id: Id, userId: Id, restaurantId: Id, createdAt: Time }),
  systemSettings: table(['id'], {
    id: Id,
    key: name(100),
    value: text(60_000),
    description: nullableText(2000),
    updatedAt: Time,
  }),
  systemAlerts: table(['id'], {
    id: Id,
    title: name(200),
    message: name(2000),
    severity: z.enum(severities),
    isActive: z.boolean(),
    showOnLogin: z.boolean(),
    showCornerAlert: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  }),
  trash: table(['id'], {
    id: Id,
    kind: z.enum(trashKinds),
    itemId: Id,
    name: text(300),
    snapshot: nullableText(20_000),
    imageHash: NullableHash,
    deletedBy: z.nullable(Id),
    deletedAt: Time,
  }),
  trashedRatings: table(['trashId', 'id'], {
    trashId: Id,
    id: Id,
    userId: Id,
    restaurantId: Id,
    value: Stars,
    comment: nullableText(1000),
    createdAt: Time,
    updatedAt: Time,
  }),
  auditLogs: table(['id'], {
    id: Id,
    action: name(100),
    userId: z.nullable(Id),
    details: text(4096),
    ipAddress: nullableText(100),
    userAgent: nullableText(300),
    createdAt: Time,
  }),
} as const

export type BackupTable = keyof typeof backupTables
export type BackupRow = Record<string, string | number | boolean | null>

export const backupTableNames = Object.keys(backupTables) as BackupTable[]
export const columnsOf = (table: BackupTable): string[] => Object.keys(backupTables[table].row.def.shape)

/** How many rows of each table. */
export type Counts = Record<BackupTable, number>

/** The tables of the database that no backup holds, and why they need not be there. */
export const tablesLeftOut = {
  images: 'in an archive they are files of their own',
  departmentTallies: 'counted anew from the ratings',
  sessions: 'everybody signs in again',
  mailTokens: 'links that were mailed are worth nothing after a restore',
  mails: 'what waits to be sent belongs to the present',
  throttles: 'they guard the present',
  leases: 'they belong to running processes',
  geocodes: 'asked for again',
  distanceRuns: 'they tell of the present',
  backupRuns: 'they tell of the backups on this server',
  changes: 'they keep running processes up to date',
} as const

function table<Shape extends z.core.$ZodLooseShape>(key: readonly string[], shape: Shape) {
  return { key, row: z.strictObject(shape) }
}

function withoutNul(value: string): boolean {
  return !value.includes('\0')
}
