import * as z from 'zod/mini'
import { name, Time } from '#kit/server/database/tables/checks.ts'
import { rowSchema, table } from '#kit/server/database/tables/table.ts'
import { severities } from '../contract.ts'

export const alertTables = {
  systemAlerts: table({
    title: name(200),
    message: name(2000),
    severity: z.enum(severities),
    isActive: z.boolean(),
    showOnLogin: z.boolean(),
    showCornerAlert: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
  }),
}

/** The JSON that the trash keeps of an alert, whichever version deleted it. */
export const AlertSnapshot = rowSchema(alertTables.systemAlerts)
