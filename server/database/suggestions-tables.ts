import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { suggestionKinds, suggestionStates } from '#contract/suggestions.ts'
import { nullableText, Time, text } from './checks.ts'
import { table } from './table.ts'

export const suggestionTables = {
  /** What users ask the administrators for. */
  suggestions: table(
    {
      kind: z.enum(suggestionKinds),
      userId: Id,
      /** No foreign key: a deleted restaurant can be restored from the trash. */
      restaurantId: z.nullable(Id),
      campusCode: nullableText(60),
      name: nullableText(300),
      address: nullableText(500),
      text: text(1000),
      state: z.enum(suggestionStates),
      reply: nullableText(1000),
      answeredBy: z.nullable(Id),
      createdAt: Time,
      updatedAt: Time,
    },
    { version: 'none' },
  ),
}
