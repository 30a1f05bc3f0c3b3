import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { nullableText, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'
import { suggestionKinds, suggestionStates } from '../contract.ts'

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
