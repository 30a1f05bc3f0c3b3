import { expect } from 'vitest'
import {
  addPasskey,
  addPasskeyOptions,
  type PasskeyProof,
  passkeySignInOptions,
  signInByPasskey,
} from '#features/accounts/passkeys-contract.ts'
import { Authenticator, type Deviation } from '#tests/support/services/authenticator.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** Adds passkeys and signs in with them, over HTTP. */
export function passkeysOf(app: TestApp) {
  const nobody = app.as(null)
  const signInOptions = async () => (await nobody.call(passkeySignInOptions)).body

  /** Creates an authenticator with one passkey of the user. */
  async function passkeyFor(user: { id: number }, options?: { counts?: boolean }) {
    const device = new Authenticator(app.deps.config.appUrl, options)
    const caller = app.as(user)
    const asked = await caller.call(addPasskeyOptions, { body: {} })
    expect(asked.status, asked.message).toBe(200)
    const added = await caller.call(addPasskey, { body: device.make(asked.body) })
    expect(added.status, added.message).toBe(201)
    return { device, passkey: added.body }
  }

  const signIn = (body: PasskeyProof) => nobody.call(signInByPasskey, { body })
  return {
    signInOptions,
    passkeyFor,
    signIn,
    /** Signs in with the passkey of this device, as it should be or not. */
    signInWith: async (device: Authenticator, deviation?: Deviation) =>
      signIn(device.use(await signInOptions(), deviation)),
  }
}
