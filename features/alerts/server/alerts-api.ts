import type { FastifyInstance } from 'fastify'
import { changesBetween } from '#features/audit/server/audit-details.ts'
import { write } from '#features/audit/server/write.ts'
import { readSnapshot, withSnapshots } from '#features/trash/server/snapshots.ts'
import { insertTrash } from '#features/trash/server/trash.ts'
import type { TrashRules } from '#features/trash/server/trash-api.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { change, find, insert, list, lock, remove } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound, rejectOutdated } from '#kit/server/http/errors.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import {
  AlertForm,
  createAlert,
  deleteAlert,
  listActiveAlerts,
  listAlerts,
  severities,
  updateAlert,
} from '../contract.ts'
import { AlertSnapshot } from './tables.ts'

export function alertsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serveCached(app, deps, listActiveAlerts, async ({ db }) =>
    (await list(db, 'systemAlerts', { isActive: true }, { order: ['-id'] })).sort(bySeverity),
  )

  serve(app, listAlerts, async () => list(db, 'systemAlerts', {}, { order: ['-id'] }))

  serve(app, createAlert, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const after = await insert(tx, 'systemAlerts', { ...call.body, createdAt: time, updatedAt: time })
      await audit('ALERT_CREATED', { after })
      return after
    }),
  )

  const handleUpdate = async (call: Call<typeof updateAlert>) =>
    write(deps, call, async ({ tx, time, audit }) => {
      const { expectedUpdatedAt, ...form } = call.body
      const before = await lockAlert(tx, call.params.id)
      const changes = changesBetween(before, { ...before, ...form }, fields)
      if (Object.keys(changes.after).length === 0) return before
      const message = 'Someone else changed this system alert in the meantime'
      await rejectOutdated(expectedUpdatedAt, before, message, () => before)
      const updatedAt = timestampOfChange(before.updatedAt, time)
      const [alert = before] = await change(tx, 'systemAlerts', call.params, { ...changes.after, updatedAt })
      await audit('ALERT_UPDATED', { id: alert.id, title: alert.title, ...changes })
      return alert
    })
  serve(app, updateAlert, handleUpdate, { readStored: ({ params }) => find(db, 'systemAlerts', params) })

  serve(app, deleteAlert, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const before = await lockAlert(tx, call.params.id)
      const item = { id: before.id, name: before.title, snapshot: JSON.stringify(before) }
      await insertTrash(tx, 'alert', [item], { by: call, time })
      await remove(tx, 'systemAlerts', call.params)
      await audit('ALERT_DELETED', { before })
    }),
  )
}

export const trashedAlerts: TrashRules = {
  restored: 'ALERT_RESTORED',
  isUndoable: false,
  describe: ({ snapshot }) => readSnapshot(AlertSnapshot, snapshot)?.message ?? '',
  restore: async (tx, rows) => {
    const { readable, skipped } = withSnapshots(AlertSnapshot, rows)
    for (const { snapshot } of readable) await insert(tx, 'systemAlerts', snapshot)
    return { rows: readable.map(({ row }) => row), skipped }
  },
}

const fields = Object.keys(AlertForm.shape) as (keyof AlertForm)[]

// The sort is stable, so within a severity the latest alert comes first.
const bySeverity = (a: Row<'systemAlerts'>, b: Row<'systemAlerts'>) =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity)

async function lockAlert(tx: Db, id: number): Promise<Row<'systemAlerts'>> {
  const [alert] = await lock(tx, 'systemAlerts', { id })
  if (!alert) throw notFound('System alert not found')
  return alert
}
