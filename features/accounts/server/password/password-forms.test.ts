import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { basic, idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, requestPasswordReset } from '../../contract.ts'
import { addPasskeyOptions } from '../../passkeys-contract.ts'

/*
 * Keyboards write an accented letter as one character or as two: it is the same password. That each new one is stored
 * composed is in passwords.test.ts.
 */

const longest = 'ü'.repeat(250)
const composed = `Müsli-Straße${'é'.repeat(3)}`.normalize('NFC')
const other = `Käse-${longest}`.normalize('NFC')
const decomposed = (text: string) => text.normalize('NFD')

const app = await startApp()

const signIn = async (email: string, password: string) => (await app.signIn({ email }, password)).status
const byHeader = async (email: string, password: string) =>
  (await app.as(null).fetch('/api/user', { headers: basic(email, password) })).status
/** Signs in with both forms, each in both ways. */
const outcomes = async (email: string, password: string) => [
  await signIn(email, password),
  await signIn(email, decomposed(password)),
  await byHeader(email, password),
  await byHeader(email, decomposed(password)),
]
const all = [200, 200, 200, 200]

test.each(['NFC', 'NFD'] as const)('a password stored in its %s form by an earlier version', async form => {
  const { email } = await app.user({ passwordHash: await hash(composed.normalize(form)) })
  expect(await outcomes(email, composed)).toEqual(all)
  expect(await signIn(email, 'Musli-Strasseeee')).toBe(401)
})

test('a reset, and a change of the password, also of one as long as allowed', async () => {
  const ana = await app.user()
  await app.as(null).call(requestPasswordReset, { body: { email: ana.email } })
  const token = await app.tokenMailedTo(ana)
  const reset = { token, newPassword: decomposed(other), confirmPassword: other }
  expect((await app.as(null).call(confirmPasswordReset, { body: reset })).status).toBe(200)
  expect(await outcomes(ana.email, other)).toEqual(all)

  const body = {
    currentPassword: decomposed(other),
    newPassword: composed,
    confirmPassword: decomposed(composed),
  }
  expect((await app.as(ana).call(changePassword, { ...idParams(ana), body })).status).toBe(200)
  expect(await outcomes(ana.email, composed)).toEqual(all)
})

test('the proof before adding a passkey', async () => {
  const cleo = await app.user({ passwordHash: await hash(other) })
  app.clock.advance({ hours: 1 })
  const proof = (password: string) => app.as(cleo).call(addPasskeyOptions, { body: { password } })
  expect([(await proof(other)).status, (await proof(decomposed(other))).status]).toEqual([200, 200])
})
