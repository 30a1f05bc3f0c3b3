import * as z from 'zod/mini'
import { table } from '#kit/server/database/tables/table.ts'
import { chatKinds } from '../contract.ts'

export const chatTables = {
  /**
   * Where the lunches of a campus are posted. No foreign key:
   * a restore replaces the campuses, but the webhooks stay.
   */
  campusWebhooks: table(
    {
      campusCode: z.string(),
      kind: z.enum(chatKinds),
      /** A secret: anyone who has it can post. */
      url: z.string(),
      lastPostedAt: z.nullable(z.string()),
      lastFailedAt: z.nullable(z.string()),
      /** The reason for the last failure. */
      lastFailure: z.nullable(z.string()),
    },
    { key: ['campusCode'], leftOut: 'their addresses are secrets, and a copy must not post' },
  ),
}
