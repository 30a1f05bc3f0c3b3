// On both engines: races.
import { beforeEach, expect, test } from 'vitest'
import { deleteUser } from '#features/accounts/users-contract.ts'
import { deleteRestaurant } from '#features/restaurants/contract.ts'
import { restoreTrash } from '#features/trash/contract.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { suggestionsOf } from '#tests/support/people/suggestions.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listAdminSuggestions } from '../contract.ts'

const app = await startApp()
const root = await app.superUser()
const admin = await app.admin()
const { send, problem, answer, ownOf } = suggestionsOf(app, admin)

beforeEach(async () => {
  await app.db.deleteFrom('suggestions').execute()
})

test('of two simultaneous answers the second is rejected and gets the first one’s reply, and one mail is sent', async () => {
  const ana = await app.user()
  const { body } = await problem(ana)
  const expectedUpdatedAt = body.updatedAt
  const before = (await app.mails()).length
  const [first, second] = await Promise.all([
    answer(body.id, { state: 'done', reply: 'Fixed.', expectedUpdatedAt }),
    answer(body.id, { state: 'declined', reply: 'No.', expectedUpdatedAt }, root),
  ])
  const [kept, rejected] = first.status === 200 ? [first, second] : [second, first]
  expect([kept.status, rejected.status]).toEqual([200, 409])
  expect(rejected.error).toMatchObject({
    message: 'Someone else answered this in the meantime',
    current: { reply: kept.body.reply },
  })
  // The same answer again, as by a second click.
  const { state, reply } = kept.body
  expect((await answer(body.id, { state, reply, expectedUpdatedAt })).body.updatedAt).toBe(
    kept.body.updatedAt,
  )
  await answer(body.id, { state: 'open' })
  expect((await ownOf(ana))[0]).toMatchObject({ state: 'open', reply })
  expect((await app.mails()).length - before).toBe(1)
  await answer(body.id, { state: 'open', reply: '' })
  expect((await ownOf(ana))[0]).toMatchObject({ state: 'open', reply: null })
  expect((await app.mails()).length - before).toBe(1)
})

test('a reply that is longer than the rules of today allow may stay when the state is set', async () => {
  const { body } = await problem(await app.user())
  const reply = 'x'.repeat(1001)
  await app.db.updateTable('suggestions').set({ reply }).where('id', '=', body.id).execute()
  expect(await answer(body.id, { state: 'done', reply })).toMatchObject({ status: 200, body: { reply } })
  expect(await answer(body.id, { state: 'done', reply: `${reply}y` })).toMatchObject({ status: 400 })
})

test('sending the same text again after it was answered creates a new suggestion', async () => {
  const ana = await app.user()
  const { body: first } = await problem(ana)
  await answer(first.id, { state: 'done' })
  const { status, body: second } = await problem(ana)
  expect([status, second.state]).toEqual([201, 'open'])
  expect(await problem(ana)).toMatchObject({ status: 200, body: { id: second.id } })
})

test('a reply goes to the sender’s current address, but never to an unverified one [T-65]', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const [one, two] = [(await problem(ana)).body, (await problem(ben)).body]
  const before = (await app.mails()).length
  await app.db.updateTable('users').set({ isVerified: false }).where('id', '=', ana.id).execute()
  await answer(one.id, { state: 'done', reply: 'Private words' })
  await app.db.updateTable('users').set({ email: 'ben.new@example.org' }).where('id', '=', ben.id).execute()
  await answer(two.id, { state: 'done', reply: 'Fixed' })
  const mails = (await app.mails()).slice(before)
  expect(mails.map(({ to }) => to)).toEqual([expect.stringContaining('<ben.new@example.org>')])
  expect((await ownOf(ana))[0]?.reply).toBe('Private words')
})

test('a reply that was taken back while its mail was waiting is not sent [T-65]', async () => {
  const smtp = await startSmtpServer()
  await smtp.setMode('refuse connections')
  const other = await startApp({ SMTP_URL: smtp.url })
  const { problem, answer } = suggestionsOf(other, await other.admin())
  const [ana, ben] = [await other.user(), await other.user()]
  const [one, two] = [(await problem(ana)).body, (await problem(ben)).body]
  await answer(one.id, { state: 'done', reply: 'Private words' })
  await answer(two.id, { state: 'done', reply: 'Fixed' })
  await other.deps.jobs.mailer.settled()
  await answer(one.id, { state: 'open', reply: '' })
  const waiting = () => other.db.selectFrom('deliveries').selectAll().execute()
  expect(await waiting()).toHaveLength(2)
  await smtp.setMode('accept')
  other.clock.advance({ hours: 1 })
  other.deps.jobs.mailer.wake()
  await other.deps.jobs.mailer.settled()
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[ben.email]])
  expect(await waiting()).toEqual([])
})

test('hostile texts stay plain text in the subject, in both parts of the mail, and in the list [T-21]', async () => {
  const eve = await app.user({ firstName: 'Eve', lastName: '"<b>' })
  const name = '<script>alert(1)</script> "x" \u202e'
  const { body } = await send(eve, { kind: 'restaurant', name, text: '--part\n\n<img src=x onerror=1>' })
  expect(body.name, 'without the sign that reverses what follows').toBe(name.replace(' \u202e', ''))
  // Only a manually edited backup could contain this.
  await app.db.updateTable('suggestions').set({ name: 'Pie\r\nBcc: all@example.org\n\nHi' }).execute()
  await answer(body.id, { state: 'declined', reply: 'No <b>bold</b> & such.\n.\n\nSecond' })
  const mail = (await app.mails()).at(-1)
  expect(mail?.subject).toBe('Re: Your request for the restaurant “Pie Bcc: all@example.org Hi”')
  expect(mail?.source.slice(0, mail.source.indexOf('\n\n'))).not.toMatch(/^Bcc:/m)
  expect(mail?.html).toContain('No &lt;b&gt;bold&lt;/b&gt; &amp; such.<br>.')
  expect(mail?.html).toContain('You wrote: --part<br><br>&lt;img src=x onerror=1&gt;')
  expect(mail?.html).not.toMatch(/<(script|img|b)[ >]/)
  expect(mail?.text).toContain('No <b>bold</b> & such.\n.\n\nSecond')
})

test('a report stays when its restaurant is deleted, and has the restaurant again after a restore', async () => {
  const ana = await app.user()
  const diner = await app.restaurant({ name: 'Diner' })
  const { body } = await send(ana, { kind: 'mistake', restaurantId: diner.id, text: 'Closed' })
  await app.as(admin).call(deleteRestaurant, { params: { id: diner.id } })
  expect((await ownOf(ana))[0]).toMatchObject({ restaurant: null, name: 'Diner' })
  expect((await answer(body.id, { state: 'done' })).body.restaurant).toBeNull()
  await app.as(root).call(restoreTrash, { body: { kind: 'restaurant', ids: [diner.id] } })
  expect((await ownOf(ana))[0]?.restaurant).toEqual({ id: diner.id, name: 'Diner', address: diner.address })
})

test('deleting an account deletes its suggestions, but the answers of a deleted administrator stay', async () => {
  const [ana, ben, kay] = [await app.user(), await app.user(), await app.admin()]
  await problem(ana)
  const two = (await problem(ben)).body
  await answer(two.id, { state: 'done', reply: 'Fixed' }, kay)
  await app.as(root).call(deleteUser, { params: { id: ana.id } })
  await app.as(root).call(deleteUser, { params: { id: kay.id } })
  const { body } = await app.as(admin).call(listAdminSuggestions)
  expect(body.map(({ id, answeredBy, reply }) => [id, answeredBy, reply])).toEqual([[two.id, null, 'Fixed']])
})
