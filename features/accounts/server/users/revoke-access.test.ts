// On both engines: dialect, transactions.
import { afterAll, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  changePassword,
  confirmPasswordReset,
  deleteAccount,
  register,
  requestPasswordReset,
} from '../../contract.ts'
import { createUser, updateUser } from '../../users-contract.ts'

/* Which of the ways into an account end with what is done to it, and what unlocks it after wrong passwords. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const app = await startApp({ APP_URL: appUrl, ...issuer.environment, TRUST_PROXY: '127.0.0.1' })
const { person, signOn } = signOnStories(app, issuer, appUrl)
const root = app.as(await app.superUser())
const visitor = app.as(null)

type User = Row<'users'>
/** The password that opens the account then; none if it isn't unlocked. */
type Outcome = { email?: string; password?: string }
const password = 'a new password'
const words = { newPassword: password, confirmPassword: password }

async function edit(user: User, body: object) {
  expect((await root.call(updateUser, { ...idParams(user), body })).status).toBe(200)
  return { password }
}
async function choosePassword(user: User) {
  // In an open session.
  const key = `sign-in ${user.email}`
  await app.db.updateTable('throttles').set({ failures: 49 }).where('key', '=', key).execute()
  const body = { currentPassword: testPassword, ...words }
  expect((await app.as(user).call(changePassword, { ...idParams(user), body })).status).toBe(200)
  return { password }
}
async function resetByMail({ email }: User) {
  await visitor.call(requestPasswordReset, { body: { email } })
  const body = { token: await app.tokenMailedTo({ email }), ...words }
  expect((await visitor.call(confirmPasswordReset, { body })).status).toBe(200)
  return { password }
}
async function resetByCommand({ email }: User) {
  const { dataDir, databaseUrl } = app.deps.config
  const here = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const { output } = await runCommand('admin', ['reset-password', email], here)
  return { password: /with the password {2}(\S+)/.exec(output)?.[1] ?? 'none' }
}
async function bar(user: User) {
  await edit(user, { canLogin: false })
  await edit(user, { canLogin: true })
  return { password: testPassword }
}
async function move(user: User) {
  const email = `moved.${user.email}`
  await lock(email)
  await edit(user, { email })
  return { email, password: testPassword }
}
async function remove(user: User) {
  await app.as(user).call(deleteAccount, { ...idParams(user), body: { email: user.email } })
  return {}
}
async function signOnWith({ email }: User) {
  await signOn(person({ email }).subject)
  return {}
}

const status = async (email: string, given: string, address: string) =>
  (await app.signIn({ email }, given, { 'x-forwarded-for': address })).status
const countOf = async (key: string) =>
  (await app.db.selectFrom('throttles').select('failures').where('key', '=', key).executeTakeFirstOrThrow())
    .failures

/** Locks the account on two devices in different networks, and everywhere. */
async function lock(email: string) {
  for (const address of ['198.51.100.1', '2001:db8:1:2::1'])
    for (let i = 0; i < 6; i++) await status(email, 'wrong', address)
  const key = `sign-in ${email}`
  await app.db.updateTable('throttles').set({ failures: 50 }).where('key', '=', key).execute()
  expect(await status(email, testPassword, '203.0.113.9')).toBe(429)
}

/** Locks an account, and expects what is done then to open it everywhere, and no other. */
async function unlock({ email }: { email: string }, act: () => Promise<Outcome>) {
  // The networks start afresh.
  app.clock.advance({ minutes: 11 })
  // Its address differs only where a pattern would match any letter.
  const other = email.replace(/^./, '_')
  await lock(email)
  await lock(other)
  const networkBefore = await countOf('sign-in 198.51.100.1')
  const opened = await act()
  if (!opened.password) return
  for (const address of ['198.51.100.1', '2001:db8:1:2::1', '203.0.113.9'])
    expect(await status(opened.email ?? email, opened.password, address), address).toBe(200)
  expect(await status(other, testPassword, '198.51.100.1')).toBe(429)
  // A network that guesses goes on waiting.
  expect(await countOf('sign-in 198.51.100.1')).toBeGreaterThanOrEqual(networkBefore)
}

const ways = [
  ...(['sessions', 'pushDevices', 'accessTokens', 'mailTokens'] as const),
  ...(['passkeys', 'calendarFeeds', 'issuerLinks'] as const),
]
const ofOwner = ['passkeys', 'calendarFeeds', 'issuerLinks']
const unverified = { isVerified: false }

test.each<[what: string, Partial<User>, act: (user: User) => Promise<Outcome>, left: readonly string[]]>([
  ['chooses a new password', {}, choosePassword, ['accessTokens', ...ofOwner]],
  ['resets the password by a mailed link', {}, resetByMail, ofOwner],
  ['gets a new password by the operator’s command', {}, resetByCommand, ofOwner],
  ['gets a new password from an administrator', {}, user => edit(user, { password }), ofOwner],
  ['is barred, even if not for long', {}, bar, ['mailTokens', ...ofOwner]],
  ['gets another address', {}, move, ways.filter(way => way !== 'mailTokens')],
  ['deletes the account', {}, remove, []],
  // Someone else may have registered with the address.
  ['verifies the address by resetting the password', unverified, resetByMail, []],
  ['of an unverified address gets a new password by the command', unverified, resetByCommand, []],
  ['of an unverified address signs on with it', unverified, signOnWith, []],
  ['signs on with an administrator’s unverified address', { ...unverified, role: 'admin' }, signOnWith, ways],
])(
  'when a person %s, only these ways into the account stay, and a new password unlocks it [T-04 T-15 T-161 T-241 T-264]',
  async (_, fields, act, left) => {
    const user = await app.user(fields)
    const { id: userId, email } = user
    const sessionHash = `another browser of ${userId}`
    const time = app.clock.now().toISOString()
    await app.insert('sessions', { userId, tokenHash: sessionHash, createdAt: time, lastSeenAt: time })
    await app.insert('pushDevices', { userId, sessionHash, endpoint: sessionHash })
    await app.insert('accessTokens', { userId, tokenHash: sessionHash, expiresAt: '2100' })
    await app.insert('mailTokens', { userId, email, purpose: 'password-reset', expiresAt: '2100' })
    await app.insert('passkeys', { userId, credentialId: sessionHash })
    await app.insert('calendarFeeds', { userId, tokenHash: sessionHash })
    await app.insert('issuerLinks', { userId, issuer: 'https://former.example.org', subject: email })
    const rowsOf = async (way: (typeof ways)[number]) => {
      const rows: object[] = await app.db.selectFrom(way).selectAll().where('userId', '=', userId).execute()
      return rows.map(row =>
        ['id', 'tokenHash', 'subject'].map(key => (row as Record<string, unknown>)[key]).join(),
      )
    }
    const before = await Promise.all(ways.map(rowsOf))
    expect(before.filter(rows => rows.length !== 1)).toEqual([])
    await unlock(user, () => act(user))
    const after = await Promise.all(ways.map(rowsOf))
    const kept = ways.filter((_, i) => after[i]?.includes(before[i]?.[0] ?? ''))
    expect(kept.toSorted()).toEqual(left.toSorted())
  },
)

test('a new account can be signed in to although its address was tried before, whoever makes it [T-04]', async () => {
  const [made, registered] = [{ email: 'nora_new@example.org' }, { email: 'nora.registers@example.org' }]
  await unlock(made, async () => {
    await root.call(createUser, { body: newcomer({ ...made, password }) })
    return { password }
  })
  await unlock(registered, async () => {
    await visitor.call(register, { body: newcomer({ ...registered, password }) })
    await app.db
      .updateTable('users')
      .set({ isVerified: true })
      .where('email', '=', registered.email)
      .execute()
    return { password }
  })
})
