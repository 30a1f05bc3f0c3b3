import { AlertForm, type updateAlert } from '#contract/alerts.ts'
import type { Body } from '#contract/endpoint.ts'
import { timestampOfChange } from '#domain/timestamps.ts'
import { changesBetween } from '#server/audit/audit-details.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { changeAlert, insertAlert, lockAlert, removeAlert } from '#server/data/alerts-store.ts'
import type { AlertRow, Db } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { definedFields } from '#server/http/defined-fields.ts'
import { notFound, rejectOutdated } from '#server/http/errors.ts'
import { moveAlertToTrash } from './trashed-alerts.ts'

export async function addAlert(deps: Deps, form: AlertForm, by: Actor): Promise<AlertRow> {
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    const alert = await insertAlert(tx, { ...form, createdAt: time, updatedAt: time })
    await recordAudit(tx, { action: 'ALERT_CREATED', details: { after: alert }, by, time })
    return alert
  })
}

export async function editAlert(
  deps: Deps,
  id: number,
  { expectedUpdatedAt, ...changes }: Body<typeof updateAlert>,
  by: Actor,
): Promise<AlertRow> {
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    const before = await requireAlert(tx, id)
    const changed = changesBetween(before, { ...before, ...definedFields(changes) }, fields)
    if (Object.keys(changed.after).length === 0) return before
    const message = 'Someone else changed this system alert in the meantime'
    await rejectOutdated(expectedUpdatedAt, before, message, () => before)
    const updatedAt = timestampOfChange(before.updatedAt, time)
    const alert = await changeAlert(tx, id, { ...changed.after, updatedAt })
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

const fields = Object.keys(AlertForm.shape) as (keyof AlertForm)[]

async function requireAlert(tx: Db, id: number): Promise<AlertRow> {
  const alert = await lockAlert(tx, id)
  if (!alert) throw notFound('System alert not found')
  return alert
}
