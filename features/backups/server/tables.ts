import * as z from 'zod/mini'
import { table } from '#kit/server/database/tables/table.ts'

export const backupTables = {
  /**
   * The backups that were tried. `problem` says what went
   * wrong; a finished run without one was completely read back.
   */
  backupRuns: table(
    {
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      filename: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    },
    { leftOut: 'they describe the backups on this server' },
  ),

  /**
   * The restores that were tried. A restore that succeeds sets
   * `finishedAt` in the transaction that restores the rows.
   */
  restoreRuns: table(
    {
      filename: z.string(),
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      /** The backup that was made just before the restore. */
      safetyBackup: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    },
    { leftOut: 'they describe the restores on this server' },
  ),
}
