import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { megabytes } from '#kit/rules/units.ts'
import type { BackupTable, Schema } from '#kit/server/database/schema.ts'
import { HttpError } from '#kit/server/http/errors.ts'

export const formatName = 'common-table-backup'

/** The format version that is written. A new layout increases it; new tables and columns don't. */
export const formatVersion = 2

/** The metadata at the start of a backup. */
export const Header = z.object({
  format: z.literal(formatName),
  version: z.int().check(z.positive()),
  createdAt: z.iso.datetime(),
  /** The version of the program that wrote it. */
  appVersion: z.string().check(z.maxLength(60)),
  /** The latest migration of the database that was backed up. Missing in format 1. */
  migration: z.optional(z.string().check(z.maxLength(100))),
})
export type Header = z.output<typeof Header>

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256'))

/** The manifest of an archive: `entries` has the SHA-256 of every other file in it. */
export const Manifest = z.extend(Header, {
  entries: z.record(z.string(), Sha256),
  /** Each picture's two files. */
  images: z.array(z.strictObject({ hash: Sha256, cardHash: Sha256, createdAt: z.iso.datetime() })),
})
export type Manifest = z.output<typeof Manifest>

export const dataEntry = 'data.ndjson'
export const imageEntry = (sha256: string) => `images/${sha256}.webp`

export const sha256 = (bytes: Uint8Array | string) => hash('sha256', bytes)

export const latestMigration = ({ migrations }: Schema) => Object.keys(migrations).sort().at(-1) as string

export const damaged = (what: string) =>
  new HttpError(400, `The backup can’t be used: ${what}. Nothing was changed.`)

const tooNew = (what: string) =>
  new HttpError(409, `The backup ${what}. Please update the program first. Nothing was changed.`)

/** Validates a backup's header. */
export function headerOf(value: unknown, { migrations }: Schema): Header {
  const fields = (value ?? {}) as Record<string, unknown>
  if (fields.format !== formatName) throw damaged('it is not a backup of Common Table')
  const { version, migration } = fields
  if (typeof version === 'number' && Number.isInteger(version) && version > formatVersion)
    throw tooNew(
      `has version ${version} of the format, and this program knows versions up to ${formatVersion}`,
    )
  const header = Header.safeParse(value).data
  if (!header || (version !== 1 && migration === undefined)) throw damaged('its header is incomplete')
  if (header.migration !== undefined && !Object.hasOwn(migrations, header.migration))
    throw tooNew(`was made by a newer version of the program, ${header.appVersion}`)
  return header
}

/** Reports errors in a file to its sender as "damaged"; errors of the disk pass through unchanged. */
export const toDamagedError = (error: unknown, what: string): unknown =>
  error instanceof HttpError || (error instanceof Error && 'syscall' in error) ? error : damaged(what)

export type BackupRow = Record<string, string | number | boolean | null>

/** Receives a row as it is in the file, unchecked. */
export type OnRow = (table: BackupTable, row: unknown) => Promise<void>

/** The number of rows per table. */
export type Counts = Record<BackupTable, number>

/**
 * The limits for reading a backup. They also apply to writing, so that every backup can be restored. They are far
 * above real use: 15,000 people and 10,000 restaurants, all with pictures, reach half of the limit of pictures.
 */
export const backupLimits = {
  /** The document, after decompression. */
  documentBytes: 1024 * megabytes,
  pictures: 50_000,
  /** All pictures together. Free disk space is checked separately each time. */
  pictureBytes: 32 * 1024 * megabytes,
}
export type BackupLimits = typeof backupLimits
