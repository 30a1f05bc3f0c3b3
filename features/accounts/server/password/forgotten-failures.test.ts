// On both engines: dialect.
import { expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { runCommand } from '#tests/support/processes/run-command.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, confirmPasswordReset, register, requestPasswordReset } from '../../contract.ts'
import { createUser, updateUser } from '../../users-contract.ts'

const app = await startApp({ TRUST_PROXY: '127.0.0.1' })
const root = app.as(await app.superUser())
const newPassword = 'a new password'
const at = (address: string) => ({ 'x-forwarded-for': address })
const status = async (email: string, password: string, address: string) =>
  (await app.signIn({ email }, password, at(address))).status

/** Locks the account on two devices in different networks, and everywhere. */
async function lock(email: string) {
  for (const address of ['198.51.100.1', '2001:db8:1:2::1'])
    for (let i = 0; i < 6; i++) await status(email, 'wrong', address)
  const key = `sign-in ${email}`
  await app.db.updateTable('throttles').set({ failures: 50 }).where('key', '=', key).execute()
  expect(await status(email, testPassword, '203.0.113.9')).toBe(429)
}

const edit = (ana: Row<'users'>, body: object) => root.call(updateUser, { ...idParams(ana), body })

const resets: [string, (ana: Row<'users'>) => Promise<{ email?: string; password: string }>][] = [
  [
    'a mailed link',
    async ana => {
      await app.as(null).call(requestPasswordReset, { body: { email: ana.email } })
      const token = await app.tokenMailedTo(ana)
      await app
        .as(null)
        .call(confirmPasswordReset, { body: { token, newPassword, confirmPassword: newPassword } })
      return { password: newPassword }
    },
  ],
  [
    'the command of the operator',
    async ana => {
      const { dataDir, databaseUrl } = app.deps.config
      const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
      const { output } = await runCommand('admin', ['reset-password', ana.email], place)
      return { password: /with the password {2}(\S+)/.exec(output)?.[1] ?? '' }
    },
  ],
  [
    'an administrator’s new password',
    async ana => {
      await edit(ana, { password: newPassword })
      return { password: newPassword }
    },
  ],
  [
    'the right to sign in again',
    async ana => {
      await edit(ana, { canLogin: false })
      await edit(ana, { canLogin: true })
      return { password: testPassword }
    },
  ],
  [
    'the user’s own new password, in an open session',
    async ana => {
      const open = app.as(ana)
      await open.fetch('/api/user')
      const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword }
      const key = `sign-in ${ana.email}`
      await app.db.updateTable('throttles').set({ failures: 49 }).where('key', '=', key).execute()
      expect((await open.call(changePassword, { ...idParams(ana), body })).status).toBe(200)
      return { password: newPassword }
    },
  ],
  [
    'a new address, which was tried before',
    async ana => {
      const email = `moved.${ana.email}`
      await lock(email)
      await edit(ana, { email })
      return { email, password: testPassword }
    },
  ],
  [
    'a new account, whose address was tried before',
    async () => {
      const email = 'nora_new@example.org'
      await lock(email)
      await root.call(createUser, { body: newcomer({ email, password: newPassword }) })
      return { email, password: newPassword }
    },
  ],
  [
    'registration, after trying to sign in first',
    async () => {
      const email = 'nora.registers@example.org'
      await lock(email)
      await app.as(null).call(register, { body: newcomer({ email, password: newPassword }) })
      await app.db.updateTable('users').set({ isVerified: true }).where('email', '=', email).execute()
      return { email, password: newPassword }
    },
  ],
]

test.each(resets)('%s unlocks the account on all devices, and no other [T-04]', async (_, reset) => {
  // The networks start afresh.
  app.clock.advance({ minutes: 11 })
  const ana = await app.user()
  // Its address differs only where a pattern would match any letter.
  const other = { email: ana.email.replace(/^./, '_') }
  await lock(ana.email)
  await lock(other.email)
  const networkBefore = await countOf('sign-in 198.51.100.1')
  const { email = ana.email, password } = await reset(ana)
  for (const address of ['198.51.100.1', '2001:db8:1:2::1', '203.0.113.9'])
    expect(await status(email, password, address), address).toBe(200)
  expect(await status(other.email, testPassword, '198.51.100.1')).toBe(429)
  expect(
    await countOf('sign-in 198.51.100.1'),
    'a network that guesses goes on waiting',
  ).toBeGreaterThanOrEqual(networkBefore)
})

const countOf = async (key: string) =>
  (await app.db.selectFrom('throttles').select('failures').where('key', '=', key).executeTakeFirstOrThrow())
    .failures
