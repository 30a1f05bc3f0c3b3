import { afterAll, expect, test } from 'vitest'
import { importRatings } from '#features/ratings/admin-ratings-contract.ts'
import { getSetting, saveSetting } from '#features/settings/contract.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { startSmtpServer } from '#tests/support/mail/smtp-server.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { register } from '../contract.ts'
import { createUser, updateUser } from '../users-contract.ts'

/* An organization whose domain has letters beyond ASCII, which programs send encoded. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const smtp = await startSmtpServer()
const app = await startApp({
  APP_URL: appUrl,
  ORG_EMAIL_DOMAIN: '@Gemeinde-KÖLN.example',
  SMTP_URL: smtp.url,
  ...issuer.environment,
})
const domain = 'gemeinde-köln.example'
const encoded = 'xn--gemeinde-kln-ejb.example'
const root = app.as(await app.superUser())

test('registering, the mail, and signing in work with either form of the address, which is shown with its letters', async () => {
  const registered = await app.as(null).call(register, { body: newcomer({ email: `ana@${encoded}` }) })
  expect([registered.status, registered.body.email]).toEqual([201, `ana@${domain}`])
  await app.deps.jobs.mailer.settled()
  const [mail] = smtp.received
  // The test's server decodes what it was sent.
  expect([mail?.recipients, mail?.from]).toEqual([[`ana@${domain}`], `no-reply@${domain}`])
  expect(mail?.source).toContain(`<ana@${encoded}>`)

  const again = await app.as(null).call(register, { body: newcomer({ email: `ANA@${domain}` }) })
  expect(again.status).toBe(409)
  expect(
    await app.as(null).call(register, { body: newcomer({ email: 'ana@gemeinde-koln.example' }) }),
  ).toMatchObject({ status: 400, message: `Email must be a @${domain} address` })

  const body = { isVerified: true }
  await app.db.updateTable('users').set(body).where('id', '=', registered.body.id).execute()
  for (const email of [`ana@${domain}`, `ana@${encoded}`])
    expect((await app.signIn({ email }, newcomer().password)).status).toBe(200)
  expect((await app.primary()).email).toBe(`admin@${domain}`)
})

test('an administrator’s account, a file of ratings and a sign-on find the same person', async () => {
  const account = newcomer({ email: `Ben@${domain}`, role: 'user' as const, canLogin: true })
  const { body: ben } = await root.call(createUser, { body: account })
  const unchanged = { ...idParams(ben), body: { email: `ben@${encoded}` } }
  expect((await root.call(updateUser, unchanged)).body.email).toBe(`ben@${domain}`)

  const { id } = await app.restaurant()
  const file = new Blob([
    `User Email,Restaurant ID,Rating Value\nben@${encoded},${id},5\nBEN@${domain},${id},4\n`,
  ])
  expect((await root.call(importRatings, { file })).body).toEqual({ imported: 2, skipped: 0, errors: [] })

  const { person, signOn, whoIs, makeAccount } = signOnStories(app, issuer, appUrl)
  const { at } = await signOn(person({ email: `ben@${encoded}` }).subject)
  expect(await whoIs(at)).toMatchObject({ id: ben.id })
  expect(await makeAccount(person({ email: `cleo@${encoded}` }))).toMatchObject({ email: `cleo@${domain}` })
})

test('the list of domains is shown as it was typed', async () => {
  const save = async (value: string) =>
    (await root.call(saveSetting, { body: { key: 'domain_whitelist', value } })).body.value
  expect(await save('@Example.org, müller.example; xn--kln-sna.example')).toBe(
    'example.org\nmüller.example\nxn--kln-sna.example',
  )
  for (const email of ['dora@xn--mller-kva.example', 'dora@köln.example'])
    expect((await app.as(null).call(register, { body: newcomer({ email }) })).status).toBe(201)
  const { body } = await root.call(getSetting, { params: { key: 'domain_whitelist' } })
  expect(body.value).toContain('müller.example')
})
