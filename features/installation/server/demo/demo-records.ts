import { auditDetails } from '#features/audit/server/audit-details.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/** Inserts what administrators see: an active and a past alert, some days of the audit log, and an Inbox. */
export async function insertDemoRecords(tx: Db, people: { id: number }[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const idOf = (index: number) => people[index]?.id ?? 0
  for (const { created, updated, ...alert } of alerts)
    await insert(tx, 'systemAlerts', {
      ...alert,
      showOnLogin: true,
      showCornerAlert: true,
      createdAt: ago(created),
      updatedAt: ago(updated),
    })
  const caller = { ipAddress: '192.0.2.7', userAgent: 'Demo' }
  for (const { hours, by, action, details } of entries)
    await insert(tx, 'auditLogs', {
      ...caller,
      action,
      userId: idOf(by),
      details: auditDetails(details),
      createdAt: ago(hours),
    })
  for (const { hours, answered, by, ...suggestion } of inbox)
    await insert(tx, 'suggestions', {
      ...suggestion,
      userId: idOf(by),
      answeredBy: answered === null ? null : idOf(1),
      createdAt: ago(hours),
      updatedAt: ago(answered ?? hours),
    })
}

// Times are hours before now, and people are counted from 0.

const alerts = [
  {
    title: 'Potluck on Friday',
    message: 'Bring a dish to the big table in the lobby. Plates are there.',
    severity: 'info',
    isActive: true,
    created: 20,
    updated: 20,
  },
  {
    title: 'Snow day',
    message: 'The office closes at noon. Drive carefully.',
    severity: 'warning',
    isActive: false,
    created: 400,
    updated: 380,
  },
] as const

const teapot = { name: 'The Purple Teapot', before: { price: '$' }, after: { price: '$$' } }
const entries = [
  { hours: 170, by: 2, action: 'DEPARTMENTS_UPDATED', details: { added: ['Outreach'] } },
  { hours: 98, by: 1, action: 'RESTAURANTS_EXPORTED', details: { count: 274 } },
  {
    hours: 74,
    by: 2,
    action: 'SETTING_UPDATED',
    details: { key: 'favorites_limit', before: '50', after: '60' },
  },
  { hours: 50, by: 1, action: 'USER_CREATED', details: { after: { firstName: 'Tangerine' } } },
  { hours: 26, by: 1, action: 'RESTAURANT_UPDATED', details: teapot },
  { hours: 20, by: 2, action: 'ALERT_CREATED', details: { after: { title: 'Potluck on Friday' } } },
] as const

const inbox = [
  {
    hours: 90,
    answered: 88,
    by: 6,
    kind: 'restaurant',
    state: 'done',
    campusCode: 'arden',
    name: 'The Velvet Radish',
    address: '7 Turnip Terrace (demo)',
    text: 'New since spring. The lunch menu changes every day.',
    reply: 'Added, with its opening times. Thank you!',
  },
  {
    hours: 75,
    answered: 73,
    by: 9,
    kind: 'feature',
    state: 'declined',
    text: 'A button that orders dessert.',
    reply: 'We would love that too, but it is beyond us.',
  },
  {
    hours: 30,
    answered: null,
    by: 12,
    kind: 'problem',
    state: 'open',
    text: 'My picture is upside down, but only on Mondays.',
  },
  {
    hours: 4,
    answered: null,
    by: 8,
    kind: 'restaurant',
    state: 'open',
    campusCode: 'arden',
    name: 'Purple Teapot',
    text: 'Somewhere near the old mill. Do we have it?',
  },
] as const
