// On both engines: races.
import { afterAll, describe, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { removeSignOnLink } from '../../users-contract.ts'

/* Sign-ons from a real OpenID provider to accounts that already exist. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const app = await startApp({ APP_URL: appUrl, ...issuer.environment })
const { db } = app
const { person, signOn, whoIs, linksOf, signInByPassword, lastAudit } = signOnStories(app, issuer, appUrl)

/** A person at the issuer, and the account with that address. */
async function known(fields: Partial<Row<'users'>> = {}) {
  const ana = person()
  return { ana, user: await app.user({ email: ana.email, ...fields }) }
}

describe('an account with the verified address', () => {
  test('is linked and keeps its password; later sign-ons go by the subject, whatever the address [T-162]', async () => {
    const { ana, user } = await known()
    issuer.people.set(ana.subject, { email: ana.email.toUpperCase(), email_verified: true })
    const { at, page } = await signOn(ana.subject)
    expect(page).toBe('/')
    expect(await whoIs(at)).toMatchObject({ id: user.id, email: ana.email })
    expect(await signInByPassword(user)).toBe(200)

    // Reporting another account's address doesn't sign in to that account.
    const other = await app.user()
    issuer.people.set(ana.subject, { email: other.email, email_verified: true })
    const again = await signOn(ana.subject)
    expect(await whoIs(again.at)).toMatchObject({ id: user.id, email: ana.email })
    expect(await linksOf(other)).toEqual([])
  })

  test('of the primary admin is linked too', async () => {
    const primary = await app.primary()
    const admin = person({ email: primary.email })
    const { at } = await signOn(admin.subject)
    expect(await whoIs(at)).toMatchObject({ id: primary.id, isPrimaryAdmin: true, isSuperUser: true })
  })

  test('that is disabled cannot be signed in to, whether it is linked or not [T-163]', async () => {
    const { ana, user } = await known({ canLogin: false })
    expect((await signOn(ana.subject)).page).toBe('/auth?error=disabled')
    expect(await linksOf(user)).toEqual([])
    await db.updateTable('users').set({ canLogin: true }).where('id', '=', user.id).execute()
    expect((await signOn(ana.subject)).page).toBe('/')
    await db.updateTable('users').set({ canLogin: false }).where('id', '=', user.id).execute()
    const { at, page } = await signOn(ana.subject)
    expect(page).toBe('/auth?error=disabled')
    expect(await whoIs(at)).toBeNull()
  })

  test('is linked once when several devices sign on simultaneously [T-162]', async () => {
    const { ana, user } = await known()
    const pages = await Promise.all([signOn(ana.subject), signOn(ana.subject), signOn(ana.subject)])
    expect(pages.map(({ page }) => page)).toEqual(['/', '/', '/'])
    expect(await linksOf(user)).toEqual([{ subject: ana.subject }])
  })

  test('that is linked to another subject is rejected, and the audit log says so [T-162]', async () => {
    const { ana, user } = await known()
    await signOn(ana.subject)
    const second = person({ email: ana.email })
    const { at, page } = await signOn(second.subject)
    expect(page).toBe('/auth?error=linked')
    expect(await whoIs(at)).toBeNull()
    expect(await linksOf(user)).toEqual([{ subject: ana.subject }])
    expect(await lastAudit('SIGN_IN_FAILED')).toEqual({
      way: 'single sign-on',
      reason: 'linked',
      id: user.id,
      email: ana.email,
    })
  })
})

describe('the link of an account', () => {
  const removeAs = async (admin: Row<'users'>, user: Row<'users'>) => {
    const { status, body } = await app.as(admin).call(removeSignOnLink, idParams(user))
    return [status, body]
  }

  test('that an administrator removes lets the owner’s new subject in, and ends the sessions of the old one [T-162]', async () => {
    const { ana, user } = await known()
    const { at } = await signOn(ana.subject)
    const admin = await app.user({ role: 'admin' })
    expect(await removeAs(admin, user)).toEqual([
      200,
      { message: `The next sign-on with the verified address ${ana.email} links this account again` },
    ])
    expect(await lastAudit('SIGN_ON_UNLINKED')).toEqual({ id: user.id, email: ana.email })
    expect(await whoIs(at)).toBeNull()
    expect((await removeAs(admin, user))[0]).toBe(409)
    // Whoever has the address without having verified it is not linked.
    const mallory = person({ email: ana.email, email_verified: false })
    expect((await signOn(mallory.subject)).page).toBe('/auth?error=unverified-email')
    const anew = person({ email: ana.email })
    expect((await signOn(anew.subject)).page).toBe('/')
    expect(await linksOf(user)).toEqual([{ subject: anew.subject }])
  })

  test('is forgotten with those of everyone by the operator’s command, for this issuer only [T-162]', async () => {
    const { ana, user } = await known()
    await signOn(ana.subject)
    const former = { issuer: 'https://former.example.org', subject: 'former' }
    await app.insert('issuerLinks', { ...former, userId: user.id })
    const { dataDir, databaseUrl } = app.deps.config
    const here = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ...issuer.environment }
    const { code, output } = await runCommand('admin', ['forget-sign-on-links'], here)
    expect([code, output]).toEqual([0, expect.stringMatching(/Forgot the links of \d+ accounts/)])
    expect(await lastAudit('SIGN_ON_UNLINKED')).toEqual({ issuer: issuer.url, links: expect.any(Number) })
    expect(await linksOf(user)).toEqual([{ subject: 'former' }])
    expect((await signOn(person({ email: ana.email }).subject)).page).toBe('/')
  })
})

describe('an account with an unverified address', () => {
  // Which earlier ways into it end is in users/revoke-access.test.ts.
  test('is handed over to the owner of the address [T-161]', async () => {
    const { ana, user } = await known({ isVerified: false })
    const { at } = await signOn(ana.subject)
    expect(await whoIs(at)).toMatchObject({ id: user.id, isVerified: true })
    expect(await linksOf(user)).toEqual([{ subject: ana.subject }])
    expect(await signInByPassword(user)).toBe(401)
  })

  test('is not handed over if it is an administrator’s [T-161]', async () => {
    const { ana, user } = await known({ isVerified: false, role: 'admin' })
    expect((await signOn(ana.subject)).page).toBe('/auth?error=unverified')
    expect(await app.row('users', user)).toMatchObject({ isVerified: false, passwordHash: user.passwordHash })
  })

  test('is not handed over if it is the primary admin’s [T-161]', async () => {
    const ana = person()
    const primary = await app.primary()
    const away = { email: ana.email, isVerified: false }
    await db.updateTable('users').set(away).where('id', '=', primary.id).execute()
    await db.deleteFrom('issuerLinks').where('userId', '=', primary.id).execute()
    expect((await signOn(ana.subject)).page).toBe('/auth?error=unverified')
    await db.updateTable('users').set(primary).where('id', '=', primary.id).execute()
  })

  test('that was linked earlier can be used only once the issuer has verified that address [T-161]', async () => {
    const { ana, user } = await known()
    await signOn(ana.subject)
    const away = { email: `moved.${ana.email}`, isVerified: false }
    await db.updateTable('users').set(away).where('id', '=', user.id).execute()
    expect((await signOn(ana.subject)).page).toBe('/auth?error=unverified')
    // Nor does another person with that address get the account, since it is linked.
    expect((await signOn(person({ email: away.email }).subject)).page).toBe('/auth?error=linked')
    issuer.people.set(ana.subject, { email: away.email, email_verified: true })
    expect((await signOn(ana.subject)).page).toBe('/')
    expect(await app.row('users', user)).toMatchObject({ ...away, isVerified: true })
  })
})
