import { expect, test } from 'vitest'
import { readCalendar } from '#tests/support/calls/calendars.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { saveReminder } from '../reminders-contract.ts'

const app = await startApp()
const { eater, eaterOf } = lunchesOf(app)
// 8 AM on a Friday.
app.clock.set('2026-11-20T13:00:00Z')
const isolated = (name: string) => `\u2068${name}\u2069`

async function calendarOf(who: { fetch: (path: string) => Promise<Response> }, lunch: { id: number }) {
  const response = await who.fetch(`/api/lunches/${lunch.id}/calendar.ics`)
  return readCalendar(await response.text()).of(lunch)
}

/** The mail that reminds a user of today's lunches. */
async function reminderOf(fields: { firstName: string; lastName: string }) {
  const user = eaterOf(await app.user(fields))
  await app.as(user).call(saveReminder, { body: { reminder: { time: '11:00', days: [4] } } })
  app.clock.set('2026-11-20T16:00:00Z')
  app.deps.jobs.reminders.wake()
  await app.deps.jobs.reminders.settled()
  app.clock.set('2026-11-20T13:00:00Z')
  return (await app.mailsTo(user))[0]
}

test('branches of a chain are told apart by their addresses in calendar and mail', async () => {
  const [one, other] = [
    await app.restaurant({ name: 'McDonald’s', address: '1125 Merrimon Ave, Asheville, NC 28804' }),
    await app.restaurant({ name: "McDonald's", address: '24 Tunnel Rd, Asheville, NC 28805' }),
  ]
  const pho = await app.restaurant({ name: 'Pho Vinh' })
  const [ana, ben] = [await eater(), await eater()]
  const lunch = await ana.start([one, other, pho], { leavesAt: '2026-11-20T17:05:00Z' })
  expect(lunch.options.map(({ address }) => address)).toEqual([one.address, other.address, pho.address])
  expect((await calendarOf(ana, lunch))?.description).toContain(
    "Vote: McDonald’s (Merrimon Ave), McDonald's (Tunnel Rd), Pho Vinh\n",
  )
  // Alone in its own lunch, but not in the mail.
  await ben.start([other], { leavesAt: '2026-11-20T19:05:00Z' })
  const mail = await reminderOf({ firstName: 'Cal', lastName: 'Dee' })
  expect(mail?.text).toContain("vote on McDonald’s (Merrimon Ave), McDonald's (Tunnel Rd), Pho Vinh ·")
  expect(mail?.text).toContain("2:05 PM · McDonald's (Tunnel Rd) ·")

  await ana.closeVote(lunch, one.id)
  expect(await calendarOf(ana, lunch)).toMatchObject({
    summary: 'Lunch at McDonald’s (Merrimon Ave)',
    location: 'McDonald’s, 1125 Merrimon Ave, Asheville, NC 28804',
  })
  expect((await reminderOf({ firstName: 'Eve', lastName: 'Fox' }))?.text).toContain(
    '12:05 PM · McDonald’s (Merrimon Ave) ·',
  )
})

test('a branch that is a lunch’s only place is told apart from the others at its campus', async () => {
  await app.db.deleteFrom('lunches').execute()
  const one = await app.restaurant({ name: 'Zoë’s Café', address: '7 Oak St, Arden, NC 28704' })
  // A name is the same however it is written.
  await app.restaurant({ name: 'ZOES CAFE', address: '9 Elm St, Arden, NC 28704' })
  await (await eater()).start([one], { leavesAt: '2026-11-20T17:05:00Z' })
  const mail = await reminderOf({ firstName: 'Cal', lastName: 'Dee' })
  expect(mail?.text).toContain('12:05 PM · Zoë’s Café (Oak St) ·')
})

test('names that run from right to left turn nothing around in calendar, mails and messages', async () => {
  await app.db.deleteFrom('lunches').execute()
  const place = await app.restaurant({ name: 'מסעדה', address: '1 Main St, Arden' })
  // Stored before such characters were left out.
  const host = await eater({ firstName: '\u202Eyllas', lastName: 'דוד' })
  const lunch = await host.start([place], { leavesAt: '2026-11-20T17:05:00Z', meetingPoint: 'لوبي' })
  const event = await calendarOf(host, lunch)
  expect(event).toMatchObject({
    summary: `Lunch at ${isolated('מסעדה')}`,
    location: `${isolated('מסעדה')}, 1 Main St, Arden`,
  })
  expect(event?.description.split('\n').slice(0, 2)).toEqual([
    `Meeting point: ${isolated('لوبي')}`,
    `Host: ${isolated('yllas דוד')}`,
  ])
  const mail = await reminderOf({ firstName: 'יוסי', lastName: 'כהן' })
  expect(mail?.to).toContain(`"${isolated('יוסי כהן')}" <`)
  expect(mail?.text).toContain(`Hello ${isolated('יוסי')},`)
  expect(mail?.text).toContain(
    `${isolated('מסעדה')} · with ${isolated('yllas דוד')} · meet at ${isolated('لوبي')}`,
  )

  await app.db.updateTable('campuses').set({ name: 'שלום' }).where('code', '=', 'arden').execute()
  expect((await reminderOf({ firstName: 'Ana', lastName: 'Bell' }))?.subject).toBe(
    `One lunch leaves from ${isolated('שלום')} today`,
  )
  const late = await host.tryStart([place], { leavesAt: '2026-11-20T17:10:00Z' })
  expect(late).toMatchObject({
    status: 409,
    message: `You are already in ${isolated('yllas')}’s lunch at 12:05`,
  })
})
