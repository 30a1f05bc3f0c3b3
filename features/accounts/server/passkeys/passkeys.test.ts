import { describe, expect, test } from 'vitest'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { type Attestation, Authenticator } from '#tests/support/services/authenticator.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '../../contract.ts'
import {
  addPasskey,
  addPasskeyOptions,
  listPasskeys,
  type NewPasskeyOptions,
  removePasskey,
  renamePasskey,
} from '../../passkeys-contract.ts'

const app = await startApp()
const { passkeyFor, signInWith, signInOptions } = passkeysOf(app)
const newDevice = () => new Authenticator(app.deps.config.appUrl)

test('a user adds, renames and removes a passkey; it is named after its device, and each change is mailed [T-225]', async () => {
  const ana = await app.user()
  const caller = app.as(ana)
  expect((await caller.call(listPasskeys)).body).toEqual([])
  const { body: options } = await caller.call(addPasskeyOptions, { body: {} })
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Common Table' },
    user: { name: ana.email, displayName: `${ana.firstName} ${ana.lastName}` },
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6)' }
  const made = await caller.call(addPasskey, { body: newDevice().make(options) }, iPhone)
  expect(made.status).toBe(201)
  const passkey = {
    id: expect.any(Number),
    name: 'iPhone',
    createdAt: expect.any(String),
    lastUsedAt: null,
    credentialId: expect.any(String),
    userHandle: options.user.id,
  }
  expect(made.body).toEqual(passkey)
  expect((await caller.call(listPasskeys)).body).toEqual([passkey])

  const params = { id: made.body.id }
  const renamed = await caller.call(renamePasskey, { params, body: { name: '  Ana’s “phone” <b>  ' } })
  expect(renamed.body).toEqual({ ...passkey, name: 'Ana’s “phone” <b>' })
  await caller.call(renamePasskey, { params, body: { name: 'Ana’s “phone” <b>' } })
  expect((await caller.call(removePasskey, { params })).status).toBe(204)
  expect((await caller.call(removePasskey, { params })).status).toBe(404)
  expect((await caller.call(listPasskeys)).body).toEqual([])

  const [first, second, third, ...more] = await app.mailsTo(ana)
  expect(first?.subject).toBe('A passkey was added to your Common Table account')
  expect(first?.text).toContain('The passkey “iPhone” was added')
  expect(first?.text).toContain('/profile/edit')
  expect(second?.text).toContain(
    'The passkey “iPhone” of your Common Table account was renamed just now. It is called “Ana’s “phone” <b>” now.',
  )
  expect(second?.html).toContain('&lt;b&gt;')
  expect(third?.subject).toBe('A passkey was removed from your Common Table account')
  expect(more).toEqual([])
})

test('all passkeys of a user share one random user handle, and devices that already have one are excluded', async () => {
  const [ana, ben] = [await app.user(), await app.user()]
  const handles = async (user: { id: number }) => {
    await passkeyFor(user)
    const { body } = await app.as(user).call(addPasskeyOptions, { body: {} })
    const own = await app.db.selectFrom('passkeys').selectAll().where('userId', '=', user.id).execute()
    expect(body.excludeCredentials.map(({ id }) => id)).toEqual(own.map(({ credentialId }) => credentialId))
    return [body.user.id, ...own.map(({ userHandle }) => userHandle)]
  }
  const hers = [...(await handles(ana)), ...(await handles(ana))]
  const his = await handles(ben)
  expect(new Set(hers).size).toBe(1)
  expect(Buffer.from(hers[0] ?? '', 'base64url')).toHaveLength(32)
  expect(his).not.toContain(hers[0])
})

describe('adding a passkey requires a recent proof of identity', () => {
  test('ten minutes after signing in, the password is required, which then counts for ten minutes [T-225]', async () => {
    const ana = await app.user()
    const caller = app.as(ana)
    const ask = (body: { password?: string } = {}) => caller.call(addPasskeyOptions, { body })
    expect((await ask()).status).toBe(200)
    app.clock.advance({ minutes: 11 })
    expect(await ask()).toMatchObject({
      status: 403,
      error: { message: 'Please enter your password to add a passkey.', needsProof: true },
    })
    expect((await ask({ password: 'wrong' })).error).toMatchObject({
      errors: [{ path: 'password', message: 'Password is incorrect' }],
    })
    expect((await ask()).status).toBe(403)
    expect((await ask({ password: testPassword })).status).toBe(200)
    app.clock.advance({ minutes: 9 })
    expect((await ask()).status).toBe(200)
    app.clock.advance({ minutes: 2 })
    expect((await ask()).status).toBe(403)
    // Setting the clock back doesn't make an old sign-in recent.
    app.clock.advance({ minutes: -60 })
    expect((await ask()).status).toBe(403)
    app.clock.advance({ minutes: 60 })
  })

  test('the user’s own passkey is accepted as proof, someone else’s is not [T-225]', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const [hers, his] = [await passkeyFor(ana), await passkeyFor(ben)]
    const caller = app.as(ana)
    await caller.call(listPasskeys)
    app.clock.advance({ minutes: 11 })
    const foreign = his.device.use(await signInOptions())
    expect((await caller.call(addPasskeyOptions, { body: { passkey: foreign } })).status).toBe(400)
    expect((await caller.call(addPasskeyOptions, { body: {} })).status).toBe(403)
    const own = hers.device.use(await signInOptions())
    expect((await caller.call(addPasskeyOptions, { body: { passkey: own } })).status).toBe(200)
    expect((await caller.call(addPasskeyOptions, { body: {} })).status).toBe(200)
    expect((await caller.call(addPasskeyOptions, { body: { passkey: own } })).status).toBe(400)
    await caller.call(removePasskey, { params: { id: hers.passkey.id } })
    const removed = hers.device.use(await signInOptions())
    expect(await caller.call(addPasskeyOptions, { body: { passkey: removed } })).toMatchObject({
      status: 400,
      error: { unknown: true },
    })
  })
})

test('a user who renames a passkey endlessly is stopped, but can still remove it [T-229]', async () => {
  const ana = await app.user()
  const { passkey } = await passkeyFor(ana)
  const params = { id: passkey.id }
  let last = 200
  for (let i = 0; i < 30 && last === 200; i++)
    last = (await app.as(ana).call(renamePasskey, { params, body: { name: `Phone ${i}` } })).status
  expect(last).toBe(429)
  expect((await app.as(ana).call(removePasskey, { params })).status).toBe(204)
})

test('resetting or changing the password keeps the passkeys, and the mail says so [T-225]', async () => {
  const ana = await app.user()
  const { device } = await passkeyFor(ana)
  await app.as(null).call(requestPasswordReset, { body: { email: ana.email } })
  const token = await app.tokenMailedTo(ana)
  const body = { token, newPassword: 'another horse', confirmPassword: 'another horse' }
  expect((await app.as(null).call(confirmPasswordReset, { body })).status).toBe(200)
  expect((await app.mailsTo(ana)).at(-1)?.text).toContain('Your passkeys still sign you in: “Passkey”.')
  expect((await signInWith(device)).status).toBe(200)

  const ben = await app.user()
  const change = { currentPassword: testPassword, newPassword: 'another one', confirmPassword: 'another one' }
  await app.as(ben).call(changePassword, { params: { id: ben.id }, body: change })
  expect((await app.mailsTo(ben)).at(-1)?.text).not.toContain('passkey')
})

describe('adding a passkey fails', () => {
  const certificate = Buffer.from('3003020101', 'hex')
  const attested = (fmt: string, attStmt: Attestation['attStmt']) => ({ attestation: { fmt, attStmt } })
  test.each([
    ['for another origin', { origin: 'https://common-table.example.com' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['made for signing in', { type: 'webauthn.get' }],
    ['without user verification', { userVerified: false }],
    ['without user presence', { userPresent: false }],
    ['with a manufacturer’s certificates', attested('packed', { alg: -7, x5c: [certificate] })],
    ['with an attestation in another format', attested('apple', { x5c: [certificate] })],
    ['with an unknown attestation format', attested('made-up', {})],
  ])('with a credential %s [T-221 T-224 T-230]', async (_what, deviation) => {
    const ana = await app.user()
    const { body: options } = await app.as(ana).call(addPasskeyOptions, { body: {} })
    const reply = await app.as(ana).call(addPasskey, { body: newDevice().make(options, deviation) })
    expect(reply.message).toBe('This passkey could not be added. Please try again.')
    expect((await app.as(ana).call(listPasskeys)).body).toEqual([])
    expect(await app.mailsTo(ana)).toEqual([])
    // The challenge is used up.
    expect((await app.as(ana).call(addPasskey, { body: newDevice().make(options) })).status).toBe(400)
  })

  test('with a challenge that was issued to someone else, was used already, or is five minutes old [T-220 T-222]', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const add = (user: { id: number }, options: NewPasskeyOptions) =>
      app.as(user).call(addPasskey, { body: newDevice().make(options) })
    const ask = async () => (await app.as(ana).call(addPasskeyOptions, { body: {} })).body
    const options = await ask()
    expect((await add(ben, options)).status).toBe(400)
    const added = await Promise.all(Array.from({ length: 8 }, () => add(ana, options)))
    expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)])
    expect((await app.as(ana).call(listPasskeys)).body).toHaveLength(1)
    const old = await ask()
    app.clock.advance({ minutes: 5 })
    expect(await add(ana, old)).toMatchObject({ status: 410, error: { expired: true } })
  })

  test('if the passkey belongs to someone else, who can still sign in with it [T-226]', async () => {
    const [ana, mallory] = [await app.user(), await app.user()]
    const { device, passkey } = await passkeyFor(ana)
    const { credentialId } = await app.row('passkeys', passkey)
    const { body: options } = await app.as(mallory).call(addPasskeyOptions, { body: {} })
    const body = newDevice().make(options, { id: credentialId })
    expect(await app.as(mallory).call(addPasskey, { body })).toMatchObject({
      status: 409,
      message: 'This passkey is already in use.',
    })
    expect((await signInWith(device)).body).toMatchObject({ id: ana.id })
  })
})
