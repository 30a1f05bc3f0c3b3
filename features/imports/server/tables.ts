import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { table } from '#kit/server/database/tables/table.ts'
import { importSources, importStates } from '../import-runs-contract.ts'

/** Imports in progress or of the last day, with what is needed to undo them. They are not in backups. */
export const importTables = {
  /** The imports of the last day, including those in progress, and comparisons, which write nothing. */
  importRuns: table(
    {
      source: z.enum([...importSources, 'osm-comparison']),
      state: z.enum(importStates),
      /** null: any campus. */
      campusCode: z.nullable(z.string()),
      /** The name of the imported file; for a comparison, its radius in miles. */
      file: z.nullable(z.string()),
      /** What is to be done and who asked for it, as JSON. */
      input: z.string(),
      /** How many rows, places or restaurants the run covers, and how many of them have been looked up. */
      count: z.int(),
      done: z.int(),
      /** How many times a process has started this run. */
      attempts: z.int(),
      /** The result, as JSON. */
      result: z.nullable(z.string()),
      /** Why nothing was written. */
      problem: z.nullable(z.string()),
      startedBy: z.nullable(Id),
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      undoneBy: z.nullable(Id),
      undoneAt: z.nullable(z.string()),
    },
    { leftOut: 'they are temporary' },
  ),

  /** The restaurants that an import wrote, so that it can be undone. */
  importedRestaurants: table(
    {
      runId: Id,
      restaurantId: Id,
      /**
       * The restaurant's `updatedAt` after the import, or after a later recalculation of distances. If the
       * restaurant has any other time, someone has changed it since.
       */
      updatedAt: z.string(),
      /** The previous values of the columns that the import changed, as JSON; null if it added the restaurant. */
      before: z.nullable(z.string()),
    },
    { key: ['runId', 'restaurantId'], leftOut: 'they belong to the imports of the last day' },
  ),
}
