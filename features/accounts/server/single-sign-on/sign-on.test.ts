import { afterAll, describe, expect, test } from 'vitest'
import { saveSetting } from '#features/settings/contract.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Sign-ons through the pages of a real OpenID provider. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const app = await startApp({ APP_URL: appUrl, ...issuer.environment, OIDC_LABEL: 'Sample Church' })
const { db, clock } = app
const stories = signOnStories(app, issuer, appUrl)
const { person, signOn, whoIs, finishAccount, makeAccount } = stories
const { linksOf, signInByPassword, lastAudit } = stories
const root = app.as(await app.superUser())

describe('a newcomer', () => {
  test('chooses campus and department, gets an account, and is signed in directly the next time [T-165]', async () => {
    const ana = person({ given_name: 'Ana', family_name: 'Sample' })
    const first = await signOn(ana.subject, { next: '/profile?tab=ratings' })
    expect(first.page).toBe('/finish-account?next=%2Fprofile%3Ftab%3Dratings')
    expect(await whoIs(first.at)).toBeNull()
    const asked = await first.at.request(`${appUrl}/api/oidc/account`)
    expect(await asked.json()).toEqual({ firstName: 'Ana', lastName: 'Sample', email: ana.email })

    const made = await finishAccount(first.at)
    expect(made.status).toBe(201)
    const user = (await made.json()) as Row<'users'>
    expect(user).toMatchObject({ email: ana.email, campusCode: 'arden', role: 'user', isVerified: true })
    expect(await whoIs(first.at)).toMatchObject({ id: user.id })
    expect(await lastAudit('SIGN_ON_LINKED')).toEqual({ id: user.id, email: ana.email, issuer: issuer.url })
    // The pending sign-on is used up.
    expect((await finishAccount(first.at)).status).toBe(410)

    const second = await signOn(ana.subject, { next: '/profile?tab=ratings' })
    expect(second.page).toBe('/profile?tab=ratings')
    expect(await whoIs(second.at)).toMatchObject({ id: user.id })
    expect(await signInByPassword(await app.row('users', user))).toBe(401)
  })

  test('must choose an existing campus and department within half an hour [T-165]', async () => {
    const { at } = await signOn(person().subject)
    const wrong = await finishAccount(at, { campusCode: 'atlantis', department: 'Worship' })
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      {
        message: 'Please select a campus',
        code: 'invalid_request',
        errors: [{ path: 'campusCode', message: 'Please select a campus' }],
      },
    ])
    clock.advance({ minutes: 31 })
    const late = await finishAccount(at)
    expect([late.status, await late.json()]).toEqual([
      410,
      { message: 'That took too long. Please sign in again.', code: 'expired', expired: true },
    ])
    expect((await at.request(`${appUrl}/api/oidc/account`)).status).toBe(410)
  })

  test('gets no account if one with the same address was created in the meantime [T-163]', async () => {
    const ana = person()
    const { at } = await signOn(ana.subject)
    const other = await app.user({ email: ana.email })
    expect((await finishAccount(at)).status).toBe(409)
    expect(await linksOf(other)).toEqual([])
    // Signing in again links it.
    expect((await signOn(ana.subject)).page).toBe('/')
    expect(await linksOf(other)).toEqual([{ subject: ana.subject }])
  })

  test('is rejected while registration is closed, even at the last step [T-163]', async () => {
    const { at } = await signOn(person().subject)
    const set = (value: string) => root.call(saveSetting, { body: { key: 'registration_enabled', value } })
    await set('false')
    const rejected = await finishAccount(at)
    const { page } = await signOn(person().subject, { next: '/profile' })
    await set('true')
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      {
        message: 'Registration is currently disabled. Please contact your administrator.',
        code: 'registration_disabled',
      },
    ])
    expect(page).toBe('/auth?error=registration-disabled&next=%2Fprofile')
    // The pending sign-on can still be completed.
    expect((await finishAccount(at)).status).toBe(201)
  })

  test('is rejected with an address outside the allowed domains [T-163]', async () => {
    const { page } = await signOn(person({ email: 'ana@elsewhere.example' }).subject)
    expect(page).toBe('/auth?error=domain')
  })

  test('never becomes the primary admin, not even with its configured address [T-163]', async () => {
    const primary = await app.primary()
    await db.updateTable('users').set({ email: 'moved@example.org' }).where('id', '=', primary.id).execute()
    const user = await makeAccount(person({ email: primary.email }))
    expect(user).toMatchObject({ isPrimaryAdmin: false, isSuperUser: false, role: 'user' })
    await db.deleteFrom('users').where('id', '=', user.id).execute()
    await db.updateTable('users').set({ email: primary.email }).where('id', '=', primary.id).execute()
  })
})

test('the public configuration contains the label of the sign-on button', async () => {
  const { body } = await app.as(null).call(getPublicConfig)
  expect(body).toMatchObject({ oidcLabel: 'Sample Church', passwordSignIn: true })
})

test('signing out returns the issuer’s end-session URL, which asks to sign out there too', async () => {
  const ana = person()
  await app.user({ email: ana.email })
  const { at } = await signOn(ana.subject)
  const out = await at.request(`${appUrl}/api/logout`, { method: 'POST' })
  const { endSessionUrl } = (await out.json()) as { endSessionUrl: string }
  expect(out.status).toBe(200)
  expect(endSessionUrl).toMatch(`${issuer.url}/session/end?`)
  expect(await whoIs(at)).toBeNull()
  const asked = await at.request(endSessionUrl)
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Sign out here too?')])
  expect((await at.request(`${appUrl}/api/logout`, { method: 'POST' })).status).toBe(204)
})
