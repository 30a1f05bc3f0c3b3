import * as z from 'zod/mini'
import { severities } from '#contract/alerts.ts'
import { name, Time } from './checks.ts'
import { rowSchema, table } from './table.ts'

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
