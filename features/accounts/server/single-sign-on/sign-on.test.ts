import { afterAll, expect, test } from 'vitest'
import { saveSetting } from '#features/settings/contract.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'
import type { User } from '../../people-contract.ts'

/* Sign-ons through the pages of a real OpenID provider. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const app = await startApp({ APP_URL: appUrl, ...issuer.environment })
const { db, clock } = app
const { person, signOn, whoIs, finishAccount, makeAccount, ...stories } = signOnStories(app, issuer, appUrl)
const { linksOf, signInByPassword, lastAudit } = stories
const root = app.as(await app.superUser())
const finish = async (...[at, body]: Parameters<typeof finishAccount>) => {
  const reply = await finishAccount(at, body)
  return { status: reply.status, ...((await reply.json()) as object) }
}

test('a newcomer chooses campus and department, gets an account, and is signed in directly the next time [T-165]', async () => {
  const ana = person({ given_name: 'Ana', family_name: 'Sample' })
  const first = await signOn(ana.subject, { next: '/profile?tab=ratings' })
  expect(first.page).toBe('/finish-account?next=%2Fprofile%3Ftab%3Dratings')
  expect(await whoIs(first.at)).toBeNull()
  const asked = await first.at.request(`${appUrl}/api/oidc/account`)
  expect(await asked.json()).toEqual({ firstName: 'Ana', lastName: 'Sample', email: ana.email })

  const { status, ...user } = (await finish(first.at)) as User & { status: number }
  expect(status).toBe(201)
  expect(user).toMatchObject({ email: ana.email, campusCode: 'arden', role: 'user', isVerified: true })
  expect(await whoIs(first.at)).toMatchObject({ id: user.id })
  expect(await lastAudit('SIGN_ON_LINKED')).toEqual({ id: user.id, email: ana.email, issuer: issuer.url })
  // The pending sign-on is used up.
  expect(await finish(first.at)).toMatchObject({ status: 410 })

  const second = await signOn(ana.subject, { next: '/profile?tab=ratings' })
  expect(second.page).toBe('/profile?tab=ratings')
  expect(await whoIs(second.at)).toMatchObject({ id: user.id })
  expect(await signInByPassword(await app.row('users', user))).toBe(401)
})

test('a newcomer must choose an existing campus and department within half an hour [T-165]', async () => {
  const { at } = await signOn(person().subject)
  const message = 'Please select a campus'
  expect(await finish(at, { campusCode: 'atlantis', department: 'Worship' })).toMatchObject({
    status: 400,
    errors: [{ path: 'campusCode', message }],
  })
  clock.advance({ minutes: 31 })
  expect(await finish(at)).toMatchObject({
    status: 410,
    message: 'That took too long. Please sign in again.',
    expired: true,
  })
  expect((await at.request(`${appUrl}/api/oidc/account`)).status).toBe(410)
})

test('a newcomer gets no account if one with the same address was created in the meantime [T-163]', async () => {
  const ana = person()
  const { at } = await signOn(ana.subject)
  const other = await app.user({ email: ana.email })
  expect(await finish(at)).toMatchObject({ status: 409 })
  expect(await linksOf(other)).toEqual([])
  // Signing in again links it.
  expect((await signOn(ana.subject)).page).toBe('/')
  expect(await linksOf(other)).toEqual([{ subject: ana.subject }])
})

test('a newcomer is rejected while registration is closed, even at the last step [T-163]', async () => {
  const { at } = await signOn(person().subject)
  const set = (value: string) => root.call(saveSetting, { body: { key: 'registration_enabled', value } })
  await set('false')
  const rejected = await finish(at)
  const { page } = await signOn(person().subject, { next: '/profile' })
  await set('true')
  const message = 'Registration is currently disabled. Please contact your administrator.'
  expect(rejected).toMatchObject({ status: 403, message })
  expect(page).toBe('/auth?error=registration-disabled&next=%2Fprofile')
  // The pending sign-on can still be completed.
  expect(await finish(at)).toMatchObject({ status: 201 })
})

test('a newcomer never becomes the primary admin, not even with its configured address [T-163]', async () => {
  const primary = await app.primary()
  await db.updateTable('users').set({ email: 'moved@example.org' }).where('id', '=', primary.id).execute()
  const user = await makeAccount(person({ email: primary.email }))
  expect(user).toMatchObject({ isPrimaryAdmin: false, isSuperUser: false, role: 'user' })
  await db.deleteFrom('users').where('id', '=', user.id).execute()
  await db.updateTable('users').set({ email: primary.email }).where('id', '=', primary.id).execute()
})
