import * as z from 'zod/mini'
import { table } from '#kit/server/database/tables/table.ts'

export const tasteTables = {
  /** What was learned from all ratings: one row, which gets a higher id with each fit. */
  tasteModels: table(
    {
      /** Identifies the ratings it was learned from: a text that changes with every change of them. */
      ratings: z.string(),
      fittedAt: z.string(),
      model: z.custom<Uint8Array>(),
    },
    { leftOut: 'learned again from the ratings', version: 'everyone' },
  ),
}
