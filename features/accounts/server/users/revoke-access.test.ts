// On both engines: transactions.
import { afterAll, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { signOnStories } from '#tests/support/calls/sign-on.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { startIssuer } from '#tests/support/services/issuer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, deleteAccount, requestPasswordReset } from '../../contract.ts'
import { updateUser } from '../../users-contract.ts'

/* Which of the ways into an account end with what is done to it. */

const appUrl = 'http://lunch.example.org'
const issuer = await startIssuer({ appUrl })
afterAll(() => issuer.stop())
const app = await startApp({ APP_URL: appUrl, ...issuer.environment, RATE_LIMITS: 'off' })
const { person, signOn } = signOnStories(app, issuer, appUrl)
const root = app.as(await app.superUser())

type User = Row<'users'>
const words = { newPassword: 'a new password', confirmPassword: 'a new password' }
const edit = async (user: User, body: object) =>
  expect((await root.call(updateUser, { ...idParams(user), body })).status).toBe(200)
const choosePassword = (user: User) =>
  app.as(user).call(changePassword, { ...idParams(user), body: { currentPassword: testPassword, ...words } })
async function resetByMail({ email }: User) {
  await app.as(null).call(requestPasswordReset, { body: { email } })
  const token = await app.tokenMailedTo({ email })
  expect((await app.as(null).call(confirmPasswordReset, { body: { token, ...words } })).status).toBe(200)
}
async function resetByCommand({ email }: User) {
  const { dataDir, databaseUrl } = app.deps.config
  const here = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  expect(await runCommand('admin', ['reset-password', email], here)).toMatchObject({ code: 0 })
}
const bar = async (user: User) => {
  await edit(user, { canLogin: false })
  await edit(user, { canLogin: true })
}
const signOnWith = ({ email }: User) => signOn(person({ email }).subject)

const ways = [
  ...(['sessions', 'pushDevices', 'accessTokens', 'mailTokens'] as const),
  ...(['passkeys', 'calendarFeeds', 'issuerLinks'] as const),
]
const without = (...ended: string[]) => ways.filter(way => !ended.includes(way))
const ofOwner = ['passkeys', 'calendarFeeds', 'issuerLinks']
const unverified = { isVerified: false }

test.each<[what: string, Partial<User>, act: (user: User) => Promise<unknown>, left: string[]]>([
  ['chooses a new password', {}, choosePassword, ['accessTokens', ...ofOwner]],
  ['resets the password by a mailed link', {}, resetByMail, ofOwner],
  ['gets a new password by the operator’s command', {}, resetByCommand, ofOwner],
  ['gets a new password from an administrator', {}, user => edit(user, { password: 'another one' }), ofOwner],
  ['is barred, even if not for long', {}, bar, without('sessions', 'pushDevices', 'accessTokens')],
  [
    'deletes the account',
    {},
    user => app.as(user).call(deleteAccount, { ...idParams(user), body: { email: user.email } }),
    [],
  ],
  // Someone else may have registered with the address.
  ['verifies the address by resetting the password', unverified, resetByMail, []],
  ['of an unverified address gets a new password by the command', unverified, resetByCommand, []],
  ['of an unverified address signs on with it', unverified, signOnWith, []],
  ['signs on with an administrator’s unverified address', { ...unverified, role: 'admin' }, signOnWith, ways],
])('when a person %s, only these ways into the account stay [T-15 T-161 T-241 T-264]', async (...row) => {
  const [, fields, act, left] = row
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
  const rowsOf = async (way: (typeof ways)[number]) =>
    (await app.db.selectFrom(way).selectAll().where('userId', '=', userId).execute()).map(row =>
      'id' in row ? row.id : 'tokenHash' in row ? row.tokenHash : row.subject,
    )
  const before = await Promise.all(ways.map(rowsOf))
  expect(before.filter(rows => rows.length !== 1)).toEqual([])
  await act(user)
  const after = await Promise.all(ways.map(rowsOf))
  expect(ways.filter((_, i) => after[i]?.includes(before[i]?.[0] as never)).toSorted()).toEqual(
    left.toSorted(),
  )
})
