import type { FastifyInstance } from 'fastify'
import { createAlert, deleteAlert, listActiveAlerts, listAlerts, updateAlert } from '#contract/alerts.ts'
import { listAlertRows } from '#server/data/alerts-store.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { addAlert, dropAlert, editAlert } from './edit-alerts.ts'

export function alertsApi(app: FastifyInstance, deps: Deps): void {
  serve(app, listActiveAlerts, async () => [...(await deps.activeAlerts.read())])

  serve(app, listAlerts, async () => listAlertRows(deps.db))

  serve(app, createAlert, async call => addAlert(deps, call.body, call))

  serve(app, updateAlert, async call => editAlert(deps, call.params.id, call.body, call))

  serve(app, deleteAlert, async call => dropAlert(deps, call.params.id, call))
}
