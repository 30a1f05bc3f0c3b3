import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { importSources, importStates } from '#contract/import-runs.ts'
import { table } from './table.ts'

const text = z.string()
const time = z.string()
const nullableTime = z.nullable(time)

/** Imports under way, and what their Undo needs: of the last day, in no backup. */
export const importTables = {
  /** The imports of the last day, those under way among them, and comparisons, which write nothing. */
  importRuns: table(
    {
      source: z.enum([...importSources, 'osm-comparison']),
      state: z.enum(importStates),
      /** null: of any campus. */
      campusCode: z.nullable(text),
      /** The name of the file that it came from; of a comparison, its radius in miles. */
      file: z.nullable(text),
      /** What is to be done and who asked for it, as JSON. */
      input: text,
      /** How many rows, places or restaurants it is about, and how many of them have been looked up. */
      count: z.int(),
      done: z.int(),
      /** How often a process began with it. */
      attempts: z.int(),
      /** What came of it, as JSON. */
      result: z.nullable(text),
      /** Why nothing was written. */
      problem: z.nullable(text),
      startedBy: z.nullable(Id),
      startedAt: time,
      finishedAt: nullableTime,
      undoneBy: z.nullable(Id),
      undoneAt: nullableTime,
    },
    { leftOut: 'they belong to the present' },
  ),

  /** What an import wrote, for its Undo. */
  importedRestaurants: table(
    {
      runId: Id,
      restaurantId: Id,
      /** As the import left it, or a recalculation of distances since: any other time means that somebody changed it. */
      updatedAt: time,
      /** The columns that the import changed, as they were before, as JSON; null where it added the restaurant. */
      before: z.nullable(text),
    },
    { key: ['runId', 'restaurantId'], leftOut: 'they belong to the imports of the last day' },
  ),
}
