import { auditDetails } from '#features/audit/server/audit-details.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

/** Inserts what administrators see: an active and a past alert, some days of the audit log, and an Inbox. */
export async function insertDemoRecords(tx: Db, people: { id: number }[], now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const alert = { showOnLogin: true, showCornerAlert: true }
  await insert(tx, 'systemAlerts', {
    ...alert,
    title: 'Potluck on Friday',
    message: 'Bring a dish to the big table in the lobby. Plates are there.',
    severity: 'info',
    isActive: true,
    createdAt: ago(20),
    updatedAt: ago(20),
  })
  await insert(tx, 'systemAlerts', {
    ...alert,
    title: 'Snow day',
    message: 'The office closes at noon. Drive carefully.',
    severity: 'warning',
    isActive: false,
    createdAt: ago(400),
    updatedAt: ago(380),
  })
  const by = (index: number) => people[index]?.id ?? null
  const entries = [
    ['ALERT_CREATED', 20, by(2), { after: { title: 'Potluck on Friday' } }],
    [
      'RESTAURANT_UPDATED',
      26,
      by(1),
      { name: 'The Purple Teapot', before: { price: '$' }, after: { price: '$$' } },
    ],
    ['USER_CREATED', 50, by(1), { after: { firstName: 'Tangerine' } }],
    ['SETTING_UPDATED', 74, by(2), { key: 'favorites_limit', before: '50', after: '60' }],
    ['RESTAURANTS_EXPORTED', 98, by(1), { count: 274 }],
    ['DEPARTMENTS_UPDATED', 170, by(2), { added: ['Outreach'] }],
  ] as const
  for (const [action, hours, userId, details] of entries.toReversed())
    await insert(tx, 'auditLogs', {
      action,
      userId,
      details: auditDetails(details),
      ipAddress: '192.0.2.7',
      userAgent: 'Demo',
      createdAt: ago(hours),
    })

  const sent = {
    restaurantId: null,
    campusCode: null,
    name: null,
    address: null,
    reply: null,
    answeredBy: null,
  }
  const inbox = [
    {
      kind: 'restaurant',
      hours: 90,
      sender: 6,
      campusCode: 'arden',
      name: 'The Velvet Radish',
      address: '7 Turnip Terrace (demo)',
      text: 'New since spring. The lunch menu changes every day.',
      state: 'done',
      reply: 'Added, with its opening times. Thank you!',
    },
    {
      kind: 'feature',
      hours: 75,
      sender: 9,
      text: 'A button that orders dessert.',
      state: 'declined',
      reply: 'We would love that too, but it is beyond us.',
    },
    {
      kind: 'problem',
      hours: 30,
      sender: 12,
      text: 'My picture is upside down, but only on Mondays.',
      state: 'open',
    },
    {
      kind: 'restaurant',
      hours: 4,
      sender: 8,
      campusCode: 'arden',
      name: 'Purple Teapot',
      text: 'Somewhere near the old mill. Do we have it?',
      state: 'open',
    },
  ] as const
  for (const { hours, sender, ...entry } of inbox) {
    const userId = by(sender)
    if (userId === null) continue
    const answered = entry.state === 'open' ? {} : { answeredBy: by(1) }
    const times = { createdAt: ago(hours), updatedAt: ago(entry.state === 'open' ? hours : hours - 2) }
    await insert(tx, 'suggestions', { ...sent, ...entry, ...answered, userId, ...times })
  }
}
