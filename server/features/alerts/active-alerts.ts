import { severities } from '#contract/alerts.ts'
import { listActiveAlertRows } from '#server/data/alerts-store.ts'
import type { AlertRow, Db } from '#server/database/schema.ts'
import { createTtlCache, type TtlCache } from '#server/work/ttl-cache.ts'

export type ActiveAlerts = TtlCache<readonly AlertRow[]>

/**
 * The active alerts, the gravest first, then the latest. Every open page asks for them once a minute, strangers
 * included. What this process changes is seen at once, what another one does five seconds later.
 */
export const createActiveAlerts = (db: Db): ActiveAlerts =>
  createTtlCache(5_000, async () => (await listActiveAlertRows(db)).sort(byGravity))

const byGravity = (a: AlertRow, b: AlertRow) =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity)
