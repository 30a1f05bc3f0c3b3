import * as z from 'zod/mini'
import { described } from './documented.ts'
import { Flag } from './fields.ts'

export const PreviewQuery = z.object({
  preview: described(z.optional(Flag), 'Only report what the import would do.'),
})

/**
 * A row of an imported file that was skipped: its line (the header is line 1), and a message that names the
 * line, too.
 */
export const RowError = z.object({ row: z.int(), message: z.string() })
export type RowError = z.output<typeof RowError>

/** What every import returns. */
export const ImportResult = z.object({
  /** In a preview: how many would be. */
  imported: z.int(),
  /** How many existed already. */
  skipped: z.int(),
  /** What was left out, and why. For chosen places, `row` is the number of the id, from 1. */
  errors: z.array(RowError),
  /** What was imported without one of its optional values, and why; missing if there is nothing to say. */
  remarks: z.optional(z.array(RowError)),
  /** How many had no position; their addresses are being located in the background. */
  toLocate: z.optional(z.int()),
})
export type ImportResult = z.output<typeof ImportResult>

/** The columns that a file must have, the others that an import reads, and those that it compares. */
export type ReadHeaders = Record<'required' | 'optional' | 'compared', readonly string[]>
