import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import {
  type AlertForm,
  createAlert,
  deleteAlert,
  listActiveAlerts,
  listAlerts,
  updateAlert,
} from '../contract.ts'

const app = await startApp()
const root = await app.superUser()
const as = app.as(root)

beforeEach(async () => {
  await app.db.deleteFrom('systemAlerts').execute()
  await app.db.deleteFrom('auditLogs').execute()
})

const storm = { title: 'Storm', message: 'Stay in.\nThe kitchen is closed.', severity: 'danger' as const }
const create = async (fields: Partial<AlertForm> = {}) => {
  const { status, body } = await as.call(createAlert, { body: { ...storm, ...fields } })
  expect(status).toBe(201)
  return body
}
const activeTitles = async () => (await app.as(null).call(listActiveAlerts)).body.map(alert => alert.title)

test('by default, a new alert is inactive and shown in both places', async () => {
  const { status, body } = await as.call(createAlert, { body: { title: ' Picnic ', message: ' At noon ' } })
  expect(status).toBe(201)
  const usual = { severity: 'info', isActive: false, showOnLogin: true, showCornerAlert: true }
  expect(body).toMatchObject({ title: 'Picnic', message: 'At noon', ...usual })
  expect(await activeTitles()).toEqual([])
})

test('visitors see the active alerts, the most severe first, then the latest [T-63]', async () => {
  await create({ title: 'Old news', severity: 'info', isActive: true })
  await create({ title: 'Ice on the road', severity: 'warning', isActive: true })
  await create({ title: 'Draft', severity: 'danger' })
  await create({ title: 'Storm', severity: 'danger', isActive: true })
  await create({ title: 'New news', severity: 'info', isActive: true })
  expect(await activeTitles()).toEqual(['Storm', 'Ice on the road', 'New news', 'Old news'])
  const all = (await as.call(listAlerts)).body.map(alert => alert.title)
  expect(all).toEqual(['New news', 'Storm', 'Draft', 'Ice on the road', 'Old news'])
})

test('an alert can be switched on with a single field, changed as a whole, and deleted', async () => {
  const { id } = await create()
  app.clock.advance({ minutes: 1 })
  const on = await as.call(updateAlert, { params: { id }, body: { isActive: true } })
  expect(on.body).toMatchObject({ ...storm, id, isActive: true, showOnLogin: true })
  expect(on.body.updatedAt > on.body.createdAt).toBe(true)
  expect(await activeTitles()).toEqual(['Storm'])

  const whole = { ...on.body, id: id + 1, title: 'Calm', severity: 'info' as const, showOnLogin: false }
  const changed = await as.call(updateAlert, { params: { id }, body: whole })
  const now = { title: 'Calm', severity: 'info', showOnLogin: false }
  expect(changed.body).toMatchObject({ id, ...now, isActive: true })

  expect((await as.call(deleteAlert, { params: { id } })).status).toBe(204)
  expect(await activeTitles()).toEqual([])
  const before = { title: 'Storm', severity: 'danger', showOnLogin: true }
  expect((await app.audited()).map(([action, , details]) => [action, details])).toEqual([
    ['ALERT_CREATED', { after: expect.objectContaining({ id, title: 'Storm' }) }],
    ['ALERT_UPDATED', { id, title: 'Storm', before: { isActive: false }, after: { isActive: true } }],
    ['ALERT_UPDATED', { id, title: 'Calm', before, after: now }],
    ['ALERT_DELETED', { before: expect.objectContaining({ id, title: 'Calm' }) }],
  ])
})

test('saving an alert without changes is not audited', async () => {
  const alert = await create({ isActive: true })
  app.clock.advance({ minutes: 1 })
  for (const body of [{}, alert]) {
    const same = await as.call(updateAlert, { params: { id: alert.id }, body })
    expect([same.status, same.body]).toEqual([200, alert])
  }
  expect((await app.audited()).map(([action]) => action)).toEqual(['ALERT_CREATED'])
})

test('what an earlier version stored stays as it is when other fields change', async () => {
  const { id } = await create()
  const message = 'x'.repeat(2500)
  await app.db.updateTable('systemAlerts').set({ title: '', message }).execute()
  const form = { ...storm, title: '', message, isActive: true }
  const { status, body } = await as.call(updateAlert, { params: { id }, body: form })
  expect([status, body]).toMatchObject([200, form])
  const shorter = await as.call(updateAlert, { params: { id }, body: { ...form, message: 'x'.repeat(2400) } })
  expect(shorter.status).toBe(400)
})
