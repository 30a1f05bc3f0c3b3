import type { FastifyInstance } from 'fastify'
import {
  createAlert,
  deleteAlert,
  listActiveAlerts,
  listAlerts,
  severities,
  updateAlert,
} from '#contract/alerts.ts'
import { listActiveAlertRows, listAlertRows } from '#server/data/alerts-store.ts'
import type { AlertRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { serveCached } from '#server/http/serve-cached.ts'
import { addAlert, dropAlert, editAlert } from './edit-alerts.ts'

export function alertsApi(app: FastifyInstance, deps: Deps): void {
  serveCached(app, deps, listActiveAlerts, async ({ db }) => (await listActiveAlertRows(db)).sort(bySeverity))

  serve(app, listAlerts, async () => listAlertRows(deps.db))

  serve(app, createAlert, async call => addAlert(deps, call.body, call))

  serve(app, updateAlert, async call => editAlert(deps, call.params.id, call.body, call), {
    readStored: async ({ params }) => (await listAlertRows(deps.db)).find(({ id }) => id === params.id),
  })

  serve(app, deleteAlert, async call => dropAlert(deps, call.params.id, call))
}

// The sort is stable, so within a severity the latest alert comes first.
const bySeverity = (a: AlertRow, b: AlertRow) =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity)
