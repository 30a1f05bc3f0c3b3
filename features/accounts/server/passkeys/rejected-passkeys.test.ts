import { describe, expect, test } from 'vitest'
import { passkeysOf } from '#tests/support/calls/passkey-client.ts'
import { Authenticator } from '#tests/support/services/authenticator.ts'
import { startApp } from '#tests/support/start-app.ts'
import { addPasskey, addPasskeyOptions, listPasskeys } from '../../passkeys-contract.ts'

const app = await startApp()
const { passkeyFor, signIn, signInOptions } = passkeysOf(app)
const newDevice = () => new Authenticator(app.deps.config.appUrl)

describe('adding a passkey fails', () => {
  const certificate = Buffer.from('3003020101', 'hex')
  test.each([
    ['for another origin', { origin: 'https://common-table.example.com' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['made in a frame of another site', { crossOrigin: true }],
    ['made for signing in', { type: 'webauthn.get' }],
    ['without user verification', { userVerified: false }],
    ['without user presence', { userPresent: false }],
    [
      'with a manufacturer’s certificates',
      { attestation: { fmt: 'packed', attStmt: { alg: -7, x5c: [certificate] } } },
    ],
    [
      'with an attestation in another format',
      { attestation: { fmt: 'apple', attStmt: { x5c: [certificate] } } },
    ],
    ['with an unknown attestation format', { attestation: { fmt: 'made-up', attStmt: {} } }],
  ])('with a credential %s [T-221 T-224 T-230]', async (_what, deviation) => {
    const ana = await app.user()
    const { body: options } = await app.as(ana).call(addPasskeyOptions, { body: {} })
    const reply = await app.as(ana).call(addPasskey, { body: newDevice().make(options, deviation) })
    expect(reply.message).toBe('This passkey could not be added. Please try again.')
    expect((await app.as(ana).call(listPasskeys)).body).toEqual([])
    expect(await app.mails()).toEqual([])
    // The challenge is used up.
    expect((await app.as(ana).call(addPasskey, { body: newDevice().make(options) })).status).toBe(400)
  })

  test('with a challenge that was issued to someone else or already used [T-220 T-222]', async () => {
    const [ana, ben] = [await app.user(), await app.user()]
    const { body: options } = await app.as(ana).call(addPasskeyOptions, { body: {} })
    expect((await app.as(ben).call(addPasskey, { body: newDevice().make(options) })).status).toBe(400)
    const many = Array.from({ length: 8 }, () =>
      app.as(ana).call(addPasskey, { body: newDevice().make(options) }),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400])
    expect((await app.as(ana).call(listPasskeys)).body).toHaveLength(1)
  })

  test('five minutes after the options were requested [T-220]', async () => {
    const ana = await app.user()
    const { body: options } = await app.as(ana).call(addPasskeyOptions, { body: {} })
    app.clock.advance({ minutes: 5 })
    const reply = await app.as(ana).call(addPasskey, { body: newDevice().make(options) })
    expect({ status: reply.status, error: reply.error }).toMatchObject({
      status: 410,
      error: { expired: true },
    })
  })

  test('if the passkey belongs to someone else, who can still sign in with it [T-226]', async () => {
    const [ana, mallory] = [await app.user(), await app.user()]
    const { device, passkey } = await passkeyFor(ana)
    const { credentialId } = await app.row('passkeys', passkey)
    const { body: options } = await app.as(mallory).call(addPasskeyOptions, { body: {} })
    const reply = await app
      .as(mallory)
      .call(addPasskey, { body: newDevice().make(options, { id: credentialId }) })
    expect({ status: reply.status, message: reply.message }).toEqual({
      status: 409,
      message: 'This passkey is already in use.',
    })
    expect((await signIn(device.use(await signInOptions()))).body).toMatchObject({ id: ana.id })
  })
})
