import { expect, test } from 'vitest'
import { requestPasswordReset } from '#features/accounts/contract.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startApp } from '#tests/support/start-app.ts'
import { getReminder, saveReminder } from '../../reminders-contract.ts'

const app = await startApp()
const { eater, eaterOf } = lunchesOf(app)
const diner = await app.restaurant({ name: 'Diner' })
const save = (who: { id: number }, reminder: { time: string; days: number[] } | null) =>
  app.as(who).call(saveReminder, { body: { reminder } })

/** Starts a lunch at noon, and runs the reminders at eleven. */
async function remind() {
  await (await eater()).start([diner], { leavesAt: new Date('2026-11-20T12:00:00-05:00').toISOString() })
  app.clock.set('2026-11-20T11:00:00-05:00')
  app.deps.jobs.reminders.wake()
  await app.deps.jobs.reminders.settled()
}

/** Lets someone be reminded, and returns the address in the mail's List-Unsubscribe. */
async function reminded() {
  app.clock.set('2026-11-20T08:00:00-05:00')
  const user = eaterOf(await app.user())
  await save(user, { time: '11:00', days: [0, 1, 2, 3, 4, 5, 6] })
  await remind()
  const { source } = (await app.mailsTo(user))[0] ?? expect.fail()
  const address = /^List-Unsubscribe: <(.+)>$/m.exec(source)?.[1] ?? expect.fail(source)
  const isOn = async () => (await app.as(user).call(getReminder)).body.reminder !== null
  return { user, source, path: address.replace(app.deps.config.appUrl, ''), isOn }
}

const oneClick = (path: string, headers: Record<string, string> = {}) =>
  app.as(null).fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  })

test('a reminder is off by default, and can be set and turned off again', async () => {
  const ana = await app.user()
  expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
  const { body } = await save(ana, { time: '11:15', days: [4, 0, 4] })
  expect(body).toEqual({ reminder: { time: '11:15', days: [0, 4] } })
  expect((await app.as(ana).call(getReminder)).body).toEqual(body)
  expect((await save(ana, null)).body).toEqual({ reminder: null })
  expect((await save(ana, null)).status, 'a second click').toBe(200)
  expect((await app.as(ana).call(getReminder)).body).toEqual({ reminder: null })
})

test('a reminder that is chosen while the clock is ahead is sent once the clock is correct [D-15]', async () => {
  const ana = await app.user()
  app.clock.set('2026-12-20T09:00:00-05:00')
  await save(ana, { time: '11:00', days: [4] })
  app.clock.set('2026-11-20T10:00:00-05:00')
  await remind()
  expect(await app.mailsTo(ana)).toHaveLength(1)
})

test('a reminder says that a machine wrote it, and one click of the mail program switches it off', async () => {
  const { source, path, isOn } = await reminded()
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(source).toMatch(/^X-Auto-Response-Suppress: All$/m)
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(path).toMatch(/^\/api\/reminders\/unsubscribe\?token=[\w-]{43}$/)
  expect(await isOn()).toBe(true)
  expect((await oneClick(path)).status).toBe(200)
  expect(await isOn()).toBe(false)
  expect((await oneClick(path)).status).toBe(200)
})

test.each([
  [
    'a multipart form',
    'multipart/form-data; boundary=xyz',
    '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xyz--\r\n',
  ],
  [
    'a form with its charset',
    'application/x-www-form-urlencoded; charset=UTF-8',
    'List-Unsubscribe=One-Click',
  ],
  ['an empty form', 'application/x-www-form-urlencoded', ''],
  ['nothing', undefined, undefined],
])('mail programs may send %s, and addresses get longer on their way', async (_what, type, body) => {
  const { path, isOn } = await reminded()
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  const response = await app
    .as(null)
    .fetch(`${path}&utm_source=mail`, { method: 'POST', headers, ...(body !== undefined && { body }) })
  expect(response.status).toBe(200)
  expect(await isOn()).toBe(false)
})

test('opening the address changes nothing, but shows a page with a button', async () => {
  const { path, isOn, user } = await reminded()
  const response = await app.as(null).fetch(path)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await response.text()
  expect(html).toContain('<form method="post"><button>Stop reminders</button></form>')
  expect(html).not.toContain(user.email)
  expect(await isOn()).toBe(true)
  const pressed = await oneClick(path, { origin: app.deps.config.appUrl })
  expect(await pressed.text()).toContain('Reminders are off')
  expect(await isOn()).toBe(false)
})

test('its token opens nothing else, other tokens don’t open it, and it isn’t stored', async () => {
  const { path, user, isOn } = await reminded()
  const token = path.split('token=')[1] ?? ''
  const visitor = app.as(null)
  expect((await visitor.fetch(`/api/verification/verify?token=${token}`)).status).not.toBe(200)
  await visitor.call(requestPasswordReset, { body: { email: user.email } })
  const other = await app.tokenMailedTo(user)
  for (const wrong of [other, 'x', ''])
    expect((await oneClick(`/api/reminders/unsubscribe?token=${wrong}`)).status).toBe(404)
  expect(await isOn()).toBe(true)
  expect(JSON.stringify(await app.db.selectFrom('mailTokens').selectAll().execute())).not.toContain(token)
})
