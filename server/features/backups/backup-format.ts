import * as z from 'zod/mini'
import { keptColumns, rowSchema } from '#server/database/table.ts'
import { type BackupTable, backupTableNames, tables } from '#server/database/tables.ts'

export const formatName = 'common-table-backup'

/** The version that is written. Another layout makes the next one; tables and columns that come don't. */
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

export type BackupRow = Record<string, string | number | boolean | null>

export const columnsOf = (table: BackupTable): string[] => keptColumns(tables[table])

/** Reads a row of each table, as any version wrote it. */
export const rowSchemas = Object.fromEntries(
  backupTableNames.map(name => [name, rowSchema(tables[name])]),
) as Record<BackupTable, z.ZodMiniType<BackupRow>>

/** How many rows of each table. */
export type Counts = Record<BackupTable, number>
