import { AlertForm } from '#contract/alerts.ts'
import { changesBetween } from '#server/audit/audit-details.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { changeAlert, insertAlert, lockAlert, removeAlert } from '#server/data/alerts-store.ts'
import type { AlertRow, Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { definedFields } from '#server/http/defined-fields.ts'
import { notFound } from '#server/http/errors.ts'
import { moveAlertToTrash } from './trashed-alerts.ts'

export async function addAlert(deps: Deps, form: AlertForm, by: Actor): Promise<AlertRow> {
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    const alert = await insertAlert(tx, { ...form, createdAt: time, updatedAt: time })
    await recordAudit(tx, { action: 'ALERT_CREATED', details: { after: alert }, by, time })
    return alert
  })
}

export async function editAlert(deps: Deps, id: number, changes: AlertChanges, by: Actor): Promise<AlertRow> {
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    const before = await requireAlert(tx, id)
    const changed = changesBetween(before, { ...before, ...definedFields(changes) }, fields)
    if (Object.keys(changed.after).length === 0) return before
    const alert = await changeAlert(tx, id, { ...changed.after, updatedAt: time })
    const details = { id, title: alert.title, ...changed }
    await recordAudit(tx, { action: 'ALERT_UPDATED', details, by, time })
    return alert
  })
}

export async function dropAlert(deps: Deps, id: number, by: Actor): Promise<void> {
  const time = deps.now().toISOString()
  await deps.db.transaction().execute(async tx => {
    const before = await requireAlert(tx, id)
    await moveAlertToTrash(tx, before, { by, time })
    await removeAlert(tx, id)
    await recordAudit(tx, { action: 'ALERT_DELETED', details: { before }, by, time })
  })
}

type AlertChanges = { [Field in keyof AlertForm]?: AlertForm[Field] }

const fields = Object.keys(AlertForm.shape) as (keyof AlertForm)[]

async function requireAlert(tx: Db, id: number): Promise<AlertRow> {
  const alert = await lockAlert(tx, id)
  if (!alert) throw notFound('System alert not found')
  return alert
}
