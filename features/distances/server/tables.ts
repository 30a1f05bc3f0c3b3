import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const distanceTables = {
  /** The recalculation of distances that is in progress, or else the last one. */
  distanceRuns: table(
    {
      isRunning: z.boolean(),
      /** null: all campuses. */
      campusCode: z.nullable(z.string()),
      count: z.int(),
      /** The ids of the restaurants that remain to be done, as JSON. */
      remaining: z.string(),
      /** Only servers of earlier versions use this, beside which one of this version may run during an upgrade. */
      failures: z.string(),
      startedBy: z.nullable(Id),
      startedAt: z.string(),
      finishedAt: z.nullable(z.string()),
      /**
       * How many addresses had to be located, and the ids of
       * the restaurants whose address still has to be, as JSON.
       */
      addresses: z._default(z.int(), 0),
      toLocate: z._default(z.string(), '[]'),
    },
    { leftOut: 'they are temporary' },
  ),

  /** What a recalculation could not calculate. */
  distanceFailures: table(
    { runId: Id, restaurantId: Id, name: z.string(), address: z.string(), message: z.string() },
    { leftOut: 'they are temporary' },
  ),
}
