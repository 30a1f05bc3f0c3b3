import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { name, nullableText, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const auditTables = {
  auditLogs: table(
    {
      action: name(100),
      userId: z.nullable(Id),
      details: text(4096),
      ipAddress: nullableText(100),
      userAgent: nullableText(300),
      createdAt: Time,
    },
    { version: 'none' },
  ),
}
