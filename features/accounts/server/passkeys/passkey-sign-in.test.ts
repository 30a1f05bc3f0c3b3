import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cookieOf } from '#tests/support/calls/caller.ts'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { startApp } from '#tests/support/start-app.ts'
import { addPasskey, addPasskeyOptions, removePasskey, signInByPasskey } from '../../passkeys-contract.ts'

const app = await startApp()
const { passkeyFor, signIn, signInWith, signInOptions } = passkeysOf(app)
const rejection = 'This passkey was not accepted. It may have been removed here.'
const stored = (id: number) => app.row('passkeys', { id })

test('a passkey signs its owner in without typing anything, and its last use is recorded', async () => {
  const ana = await app.user({ firstName: 'Ana' })
  const { device, passkey } = await passkeyFor(ana)
  expect(passkey.lastUsedAt).toBeNull()
  const reply = await signInWith(device)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ id: ana.id, firstName: 'Ana' })
  const cookie = cookieOf(reply)
  const viewer = await (await app.as(null).fetch('/api/user', { headers: { cookie } })).json()
  expect(viewer).toMatchObject({ id: ana.id })
  expect(await stored(passkey.id)).toMatchObject({ counter: 1, lastUsedAt: expect.any(String) })
})

test('signing in by passkey replaces the browser’s previous session', async () => {
  const ana = await app.user()
  const { device } = await passkeyFor(ana)
  const cookie = cookieOf(await app.signIn(ana))
  const body = device.use(await signInOptions())
  expect((await app.as(null).call(signInByPasskey, { body }, { cookie })).status).toBe(200)
  expect((await app.as(null).fetch('/api/user', { headers: { cookie } })).status).toBe(401)
})

test('a synced passkey, which has no signature counter, works repeatedly [T-223]', async () => {
  const { device } = await passkeyFor(await app.user(), { counts: false })
  for (let i = 0; i < 3; i++) expect((await signInWith(device)).status).toBe(200)
})

test('what a browser gives as null is as left out, at any depth', async () => {
  const { device } = await passkeyFor(await app.user())
  const nulls = { authenticatorAttachment: null, clientExtensionResults: { credProps: null } } as never
  expect((await signIn(Object.assign(device.use(await signInOptions()), nulls))).status).toBe(200)
})

describe('signing in by passkey fails', () => {
  test.each([
    ['for another origin', { origin: 'https://common-table.example.com' }],
    ['for the same host on another port', { origin: 'http://localhost:8443' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['for a challenge that was never issued', { challenge: randomBytes(32).toString('base64url') }],
    ['made while adding a passkey', { type: 'webauthn.create' }],
    ['without user verification', { userVerified: false }],
    ['without user presence', { userPresent: false }],
    ['signed with another key', { forged: true }],
    ['from an unknown passkey', { id: randomBytes(32).toString('base64url') }],
    ['naming another owner', { userHandle: randomBytes(32).toString('base64url') }],
  ])('with a proof %s [T-221 T-222 T-224]', async (_what, deviation) => {
    const { device, passkey } = await passkeyFor(await app.user())
    const { status, message, headers } = await signInWith(device, deviation)
    expect({ status, message }).toEqual({ status: 401, message: rejection })
    expect(headers.getSetCookie()).toEqual([])
    expect(await stored(passkey.id)).toMatchObject({ counter: 0, lastUsedAt: null })
    // The passkey itself still works.
    expect((await signInWith(device)).status).toBe(200)
  })

  test('with a proof that was used before, even when it is sent twenty times simultaneously [T-220]', async () => {
    const { device } = await passkeyFor(await app.user(), { counts: false })
    const proof = device.use(await signInOptions())
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(proof)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status !== 200 && status !== 401 && status !== 429)).toEqual([])
    expect((await signIn(proof)).status).not.toBe(200)
  })

  test('with the id or the user handle of someone else’s passkey [T-226]', async () => {
    const [ana, ben] = [await passkeyFor(await app.user()), await passkeyFor(await app.user())]
    const { credentialId: id, userHandle } = await stored(ana.passkey.id)
    // If both are Ana's, the signature is still made with Ben's key.
    for (const hers of [{ id }, { userHandle }, { id, userHandle }])
      expect((await signInWith(ben.device, hers)).status).toBe(401)
  })

  test('with a challenge for adding a passkey, and adding one fails with a sign-in challenge [T-222]', async () => {
    const ana = await app.user()
    const { device } = await passkeyFor(ana)
    const asked = await app.as(ana).call(addPasskeyOptions, { body: {} })
    const { challenge } = asked.body
    expect((await signInWith(device, { challenge })).status).toBe(401)
    const other = (await signInOptions()).challenge
    const added = await app.as(ana).call(addPasskey, { body: device.make(asked.body, { challenge: other }) })
    expect(added.status).toBe(400)
  })

  test('after five minutes, with an error that says so, and is not counted as a failure [T-220]', async () => {
    const ana = await app.user()
    const { device } = await passkeyFor(ana)
    for (let i = 0; i < 7; i++) {
      const options = await signInOptions()
      app.clock.advance({ minutes: 5 })
      const { status, error } = await signIn(device.use(options))
      expect({ status, error }).toEqual({
        status: 410,
        error: { message: 'That took too long. Please try again.', expired: true },
      })
    }
    expect((await signInWith(device)).status).toBe(200)
  })

  test('when the signature counter does not increase, as with a cloned key [T-223]', async () => {
    const { device, passkey } = await passkeyFor(await app.user())
    for (let i = 0; i < 3; i++) expect((await signInWith(device)).status).toBe(200)
    for (const counter of [0, 2, 3]) expect((await signInWith(device, { counter })).status).toBe(401)
    expect(await stored(passkey.id)).toMatchObject({ counter: 3 })
    expect((await signInWith(device, { counter: 2 ** 32 - 1 })).status).toBe(200)
    expect(await stored(passkey.id)).toMatchObject({ counter: 2 ** 32 - 1 })
  })

  test('after the passkey or its account was removed [T-227]', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const [hers, his] = [await passkeyFor(ana), await passkeyFor(ben)]
    const [one, two] = [hers.device.use(await signInOptions()), his.device.use(await signInOptions())]
    await app.as(ana).call(removePasskey, { params: { id: hers.passkey.id } })
    await app.db.deleteFrom('users').where('id', '=', ben.id).execute()
    expect([(await signIn(one)).message, (await signIn(two)).message]).toEqual([rejection, rejection])
    expect(await app.db.selectFrom('passkeys').select('id').where('userId', '=', ben.id).execute()).toEqual(
      [],
    )
  })
})

test('disabled and unverified accounts get the same error as with a password, but only with a valid proof [T-227]', async () => {
  const ana = await app.user()
  const { device } = await passkeyFor(ana)
  for (const change of [{ canLogin: false }, { canLogin: true, isVerified: false }]) {
    await app.db.updateTable('users').set(change).where('id', '=', ana.id).execute()
    const byPassword = await app.signIn(ana)
    const byPasskey = await signInWith(device)
    expect({ status: byPasskey.status, error: byPasskey.error }).toEqual({
      status: 403,
      error: byPassword.error,
    })
    expect(byPasskey.headers.getSetCookie()).toEqual([])
    expect((await signInWith(device, { forged: true })).message).toBe(rejection)
  }
})

test('passkey failures count toward the same limit as wrong passwords and are in the audit log [T-227]', async () => {
  const ana = await app.user()
  const { device, passkey } = await passkeyFor(ana)
  for (let i = 0; i < 3; i++) await signInWith(device, { forged: true })
  for (let i = 0; i < 2; i++) await app.signIn(ana, 'wrong')
  const locked = await signInWith(device)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  const log = await app.audited()
  expect(log).toContainEqual(['SIGN_IN_FAILED', null, { email: ana.email, passkey: passkey.name }])
  expect(log).toContainEqual(['SIGN_IN_FAILED', null, { email: ana.email }])
  app.clock.advance({ minutes: 2 })
  expect((await signInWith(device)).status).toBe(200)
})

test('sign-in options are the same whatever email is sent, and list no passkeys [T-228]', async () => {
  const ana = await app.user()
  await passkeyFor(ana)
  const ask = async (body: object) => {
    const reply = await app.as(null).fetch('/api/passkeys/sign-in/options', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { ...((await reply.json()) as object), challenge: '' }
  }
  const asked = [await ask({}), await ask({ email: ana.email }), await ask({ email: 'nobody@example.org' })]
  const options = { challenge: '', rpId: 'localhost', timeout: 300_000, userVerification: 'required' }
  expect(asked).toEqual([options, options, options])
})
