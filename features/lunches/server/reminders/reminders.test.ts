// On both engines: races.
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import type { Lunch } from '../../contract.ts'
import { saveReminder } from '../../reminders-contract.ts'
import { createReminders } from './send-reminders.ts'

const app = await startApp()
const { eater, eaterOf } = lunchesOf(app)
const diner = await app.restaurant({ name: 'Diner' })
const bistro = await app.restaurant({ name: 'Bistro' })
const everyDay = [0, 1, 2, 3, 4, 5, 6]

// A Friday; New York is five hours behind UTC.
const at = (time: string, date = '2026-11-20') => app.clock.set(`${date}T${time}:00-05:00`)
const leavesAt = (time: string, date = '2026-11-20') => new Date(`${date}T${time}:00-05:00`).toISOString()

const save = (who: { id: number }, reminder: { time: string; days: number[] } | null) =>
  app.as(who).call(saveReminder, { body: { reminder } })

/** A user who wants a mail on these days, by default at eleven. */
async function reminded(fields: Partial<Row<'users'>> = {}, days = everyDay, time = '11:00') {
  const user = eaterOf(await app.user(fields))
  expect((await save(user, { time, days })).status).toBe(200)
  return user
}

/** Runs the reminders once and returns all mails to a user so far. */
async function mailsTo(user: { email: string }) {
  app.deps.jobs.reminders.wake()
  await app.deps.jobs.reminders.settled()
  return app.mailsTo(user)
}

beforeEach(async () => {
  at('08:00')
  await app.db.deleteFrom('lunches').execute()
  await app.db.deleteFrom('reminders').execute()
})

describe('the mail', () => {
  test('is sent once, at the chosen time, with each lunch and its link [T-155]', async () => {
    const ana = await reminded({ firstName: 'Ana' })
    const host = { firstName: 'Ben', lastName: 'Lee' }
    const first = await (await eater(host)).start([diner], {
      leavesAt: leavesAt('12:05'),
      meetingPoint: 'the lobby',
    })
    const second = await (await eater(host)).start([diner, bistro], { leavesAt: leavesAt('13:30') })
    at('10:59')
    expect(await mailsTo(ana)).toEqual([])
    at('11:00')
    const [mail, ...more] = await mailsTo(ana)
    expect(more).toEqual([])
    const { appUrl } = app.deps.config
    expect(mail?.subject).toBe('Two lunches leave from Arden today')
    expect(mail?.text).toContain(
      `Hello Ana,\n\nYou could still join one of these lunches:\n\n` +
        `12:05 PM · Diner · with Ben Lee · meet at the lobby\n${appUrl}/?lunch=${first.id}\n\n` +
        `1:30 PM · vote on Diner, Bistro · with Ben Lee\n${appUrl}/?lunch=${second.id}\n\n`,
    )
    expect(mail?.text).toContain(
      `Change it or switch it off in your profile:\n${appUrl}/profile/edit#reminder`,
    )
    for (const link of [`/?lunch=${first.id}`, `/?lunch=${second.id}`, '/profile/edit#reminder'])
      expect(mail?.html).toContain(`<a href="${appUrl}${link}"`)
    at('11:30')
    expect(await mailsTo(ana)).toHaveLength(1)
  })

  test('about a single lunch says so, and markup in names stays text [T-155]', async () => {
    const ana = await reminded({ firstName: '<b>Ana</b>' })
    const place = await app.restaurant({ name: 'Pie\r\nBcc: all@example.org\n\n<img src=x>' })
    await (await eater()).start([place], { leavesAt: leavesAt('12:00') })
    at('11:00')
    const [mail] = await mailsTo(ana)
    expect(mail?.subject).toBe('One lunch leaves from Arden today')
    expect(mail?.text).toContain('12:00 PM · Pie Bcc: all@example.org <img src=x> · with')
    expect(mail?.html).not.toMatch(/<(img|b)[ >]/)
  })

  test('lists only lunches that the user could join; if there are none, no mail is sent that day', async () => {
    const ana = await reminded({ campusCode: 'arden', department: 'Worship' })
    const start = async (fields: object, who: Partial<Row<'users'>> = {}) =>
      (await eater(who)).start([diner], { leavesAt: leavesAt('12:00'), ...fields })
    await start({ leavesAt: leavesAt('10:59') })
    await start({ leavesAt: leavesAt('12:00', '2026-11-21') })
    await start({ department: 'Finance' }, { department: 'Finance' })
    await app.insert('campuses', { code: 'far', position: 9 })
    await start({ campusCode: 'far' })
    const full = await start({ seats: 2 })
    await (await eater()).join(full)
    const cancelled = await eater()
    await cancelled.cancel(await cancelled.start([diner], { leavesAt: leavesAt('12:00') }))
    // She is in this one, and the other leaves at about the same time.
    await ana.join(await start({ leavesAt: leavesAt('14:00') }))
    await start({ leavesAt: leavesAt('15:00') })
    at('11:00')
    expect(await mailsTo(ana)).toEqual([])
    await start({ department: 'Worship' })
    at('11:10')
    expect(await mailsTo(ana), 'what starts after her time').toEqual([])

    at('09:00', '2026-11-23')
    const own = await start({ department: 'Worship', leavesAt: leavesAt('12:00', '2026-11-23') })
    at('11:00', '2026-11-23')
    expect((await mailsTo(ana))[0]?.text).toContain(`/?lunch=${own.id}\n`)
  })

  test('is sent on the chosen days only', async () => {
    const [ana, ben] = [await reminded({}, [4]), await reminded({}, [0, 1, 2, 3, 5, 6])]
    for (const day of ['2026-11-20', '2026-11-23']) {
      at('09:00', day)
      await (await eater()).start([diner], { leavesAt: leavesAt('12:00', day) })
      at('11:00', day)
      await mailsTo(ana)
    }
    const lunches = async (who: Row<'users'>) => (await mailsTo(who)).length
    expect([await lunches(ana), await lunches(ben)], 'on Friday; on Monday').toEqual([1, 1])
  })

  test('is not sent an hour late or more, for example after the server was down', async () => {
    const [ana, ben] = [await reminded({}, everyDay, '10:00'), await reminded({}, everyDay, '10:01')]
    await (await eater()).start([diner], { leavesAt: leavesAt('12:00') })
    at('11:00')
    expect([(await mailsTo(ana)).length, (await mailsTo(ben)).length]).toEqual([0, 1])
  })

  test('is not sent to disabled or unverified users [T-155]', async () => {
    const [disabled, unverified, fine] = [await reminded(), await reminded(), await reminded()]
    await (await eater()).start([diner], { leavesAt: leavesAt('12:00') })
    await change(app.db, 'users', { id: disabled.id }, { canLogin: false })
    await change(app.db, 'users', { id: unverified.id }, { isVerified: false })
    at('11:00')
    for (const who of [disabled, unverified]) expect(await mailsTo(who)).toEqual([])
    expect(await mailsTo(fine)).toHaveLength(1)
  })

  test('starts the next day if its time has passed; turning it off and on again sends no second mail', async () => {
    at('11:10')
    const [ana, cal] = [await reminded(), await reminded()]
    at('10:00')
    const ben = await reminded()
    await (await eater()).start([diner], { leavesAt: leavesAt('13:00') })
    at('11:11')
    expect([(await mailsTo(ana)).length, (await mailsTo(ben)).length]).toEqual([0, 1])
    // The form saves each change: first its initial time, and then the one that the user wants.
    await save(cal, { time: '11:30', days: everyDay })
    await save(ben, null)
    await save(ben, { time: '11:30', days: everyDay })
    at('11:30')
    expect([(await mailsTo(ben)).length, (await mailsTo(cal)).length]).toEqual([1, 1])
    at('09:00', '2026-11-21')
    await (await eater()).start([diner], { leavesAt: leavesAt('12:00', '2026-11-21') })
    at('11:30', '2026-11-21')
    expect([(await mailsTo(ana)).length, (await mailsTo(ben)).length]).toEqual([1, 2])
  })

  test('is sent once if several processes run simultaneously, and if one restarts [T-155]', async () => {
    const people = [await reminded(), await reminded(), await reminded()]
    await (await eater()).start([diner], { leavesAt: leavesAt('12:00') })
    at('11:00')
    const processes = Array.from({ length: 4 }, () => createReminders(app.deps))
    for (const process of processes) process.wake()
    await Promise.all(processes.map(process => process.settled()))
    expect(await Promise.all(people.map(async person => (await mailsTo(person)).length))).toEqual([1, 1, 1])
  })

  test.each<[string, (who: Awaited<ReturnType<typeof reminded>>, lunch: Lunch) => unknown]>([
    ['the user has joined', (who, lunch) => who.join(lunch)],
    ['the user has turned it off', who => save(who, null)],
    ['it is an hour late', () => at('12:00')],
  ])('is dropped from the queue if %s [T-155]', async (_, happens) => {
    const lunch = await (await eater()).start([diner], { leavesAt: leavesAt('14:00') })
    const ana = await reminded()
    at('11:00')
    // Through another object for the database, so that the mailer is not woken.
    const patient = createReminders({ ...app.deps, db: app.db.withoutPlugins() })
    patient.wake()
    await patient.settled()
    const queued = () => app.db.selectFrom('deliveries').select('kind').execute()
    expect(await queued()).toEqual([{ kind: 'lunch-reminder' }])
    await happens(ana, lunch)
    app.deps.jobs.mailer.wake()
    expect([await app.mailsTo(ana), await queued()]).toEqual([[], []])
  })
})
