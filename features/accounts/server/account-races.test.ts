// On both engines: races.
import { describe, expect, test } from 'vitest'
import type { By } from '#features/audit/server/record-audit.ts'
import { days } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { Authenticator } from '#tests/support/services/authenticator.ts'
import { startFakePush } from '#tests/support/services/fake-push.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  changePassword,
  confirmPasswordReset,
  register,
  requestPasswordReset,
  resendVerification,
  verifyEmail,
} from '../contract.ts'
import { addPasskey, addPasskeyOptions, listPasskeys } from '../passkeys-contract.ts'
import { login } from '../sessions-contract.ts'
import { addDevice } from './push-devices/push-api.ts'
import { addAccessToken } from './tokens/tokens-api.ts'
import { editUser } from './users/edit-user.ts'

const app = await startApp()
const visitor = app.as(null)

const rowOf = (user: Row<'users'>) => app.row('users', user)
const byOf = (user: Row<'users'>, sessionHash: string | null = null): By => ({
  viewer: { ...user, sessionHash, token: null, ownVersion: 0 },
  request: { ip: '127.0.0.1', headers: {} },
})

test('ten simultaneous registrations of one email create one account', async () => {
  const body = newcomer()
  const replies = await Promise.all(Array.from({ length: 10 }, () => visitor.call(register, { body })))
  expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(9).fill(409)])
})

test('twenty simultaneous visits of a verification link all succeed, and only one changes the account [T-17]', async () => {
  const nora = await app.user({ isVerified: false })
  await visitor.call(resendVerification, { body: { email: nora.email } })
  const token = await app.tokenMailedTo(nora)
  // Triggers count each change of the table.
  const changes = async () => {
    const count = app.db.selectFrom('tableVersions').select(eb => eb.fn.sum<number>('version').as('sum'))
    return Number((await count.where('name', '=', 'users').executeTakeFirstOrThrow()).sum)
  }
  const before = await changes()
  const visits = Array.from({ length: 20 }, () => visitor.call(verifyEmail, { query: { token } }))
  expect(new Set((await Promise.all(visits)).map(reply => reply.status))).toEqual(new Set([200]))
  expect((await rowOf(nora)).isVerified).toBe(true)
  expect((await changes()) - before).toBe(1)
})

test('a reset link works once, even when it is used twenty times simultaneously [T-17]', async () => {
  const ana = await app.user()
  await visitor.call(requestPasswordReset, { body: { email: ana.email } })
  const token = await app.tokenMailedTo(ana)
  const confirm = (newPassword: string) =>
    visitor.call(confirmPasswordReset, { body: { token, newPassword, confirmPassword: newPassword } })
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => confirm(`password ${i}`)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await confirm('password again')).status).toBe(400)
})

test('of two simultaneous changes from the same old password, only one succeeds [T-37]', async () => {
  const ana = await app.user()
  const change = (newPassword: string) => {
    const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword }
    return app.as(ana).call(changePassword, { params: { id: ana.id }, body })
  }
  const replies = await Promise.all([change('first one'), change('second one')])
  const succeeded = replies.map(({ status }) => status === 200)
  expect(succeeded.filter(Boolean)).toHaveLength(1)
  const password = succeeded[0] ? 'first one' : 'second one'
  expect((await visitor.call(login, { body: { email: ana.email, password } })).status).toBe(200)
})

test('when two super-users demote each other simultaneously, one of them stays a super-user [T-34]', async () => {
  const [one, two] = [await app.superUser(), await app.superUser()]
  const demote = (by: Row<'users'>, { id }: Row<'users'>) =>
    editUser(app.deps, { id, changes: { role: 'user' }, by: byOf(by) })
  const results = await Promise.allSettled([demote(one, two), demote(two, one)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(result => result.status === 'rejected')?.reason).toMatchObject({ status: 409 })
  expect([(await rowOf(one)).role, (await rowOf(two)).role].sort()).toEqual(['super-user', 'user'])
  const changes = app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'USER_UPDATED')
  expect(await changes.execute()).toHaveLength(1)
})

describe('a request that began before access was revoked', () => {
  const newAccess: Record<string, (by: By) => Promise<unknown>> = {
    'an access token': by =>
      addAccessToken(app.deps, { name: 'X', expiresAt: inADay(), readOnly: false }, by),
    'a browser': async ({ viewer }) => {
      const { subscription } = (await startFakePush()).subscribe()
      return addDevice(app.deps, { subscription, viewer, userAgent: '' })
    },
  }
  const inADay = () => new Date(app.deps.now().getTime() + days).toISOString()

  async function begun() {
    const ana = await app.user()
    const sessionHash = `session of ${ana.id}`
    await app.insert('sessions', { tokenHash: sessionHash, userId: ana.id })
    return { ana, by: byOf(ana, sessionHash) }
  }
  const granted = async ({ id }: Row<'users'>) => {
    const rows = (table: 'accessTokens' | 'pushDevices') =>
      app.db.selectFrom(table).select('id').where('userId', '=', id).execute()
    return (await rows('accessTokens')).length + (await rows('pushDevices')).length
  }

  test.each(Object.entries(newAccess))('can’t add %s afterwards [T-266]', async (_, add) => {
    const [before, signedOut, disabled] = [await begun(), await begun(), await begun()]
    await add(before.by)
    expect(await granted(before.ana)).toBe(1)
    await app.db.deleteFrom('sessions').where('userId', '=', signedOut.ana.id).execute()
    await expect(add(signedOut.by)).rejects.toMatchObject({ status: 401 })
    await app.db.updateTable('users').set({ canLogin: false }).where('id', '=', disabled.ana.id).execute()
    await expect(add(disabled.by)).rejects.toMatchObject({ status: 401 })
    expect([await granted(signedOut.ana), await granted(disabled.ana)]).toEqual([0, 0])
  })
})

test('of twelve passkeys that are added simultaneously ten are, and the user can’t add another one [T-229]', async () => {
  const ana = await app.user()
  const caller = app.as(ana)
  const options = []
  for (let i = 0; i < 12; i++) options.push((await caller.call(addPasskeyOptions, { body: {} })).body)
  const replies = await Promise.all(
    options.map(each =>
      caller.call(addPasskey, { body: new Authenticator(app.deps.config.appUrl).make(each) }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
  const { body } = await caller.call(listPasskeys)
  expect(new Set(body.map(({ name }) => name)).size).toBe(10)
  const rejected = await caller.call(addPasskeyOptions, { body: {} })
  expect(rejected.message).toBe('You can have at most 10 passkeys. Remove one to add another.')
})
