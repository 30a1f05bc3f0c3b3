import { beforeEach, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { startApp } from '#tests/support/start-app.ts'
import { deleteAccount, register, updateProfile } from '../../contract.ts'
import { createUser, deleteUser, updateUser } from '../../users-contract.ts'
import { addUser } from './users-api.ts'

const app = await startApp()
const { db, deps } = app
const primary = await app.primary()
const [admin, otherAdmin, superUser, user] = [
  await app.admin(),
  await app.admin(),
  await app.superUser(),
  await app.user(),
]
const asAdmin = app.as(admin)
const asSuperUser = app.as(superUser)

beforeEach(() => db.deleteFrom('auditLogs').execute())

const auditCount = async () => (await db.selectFrom('auditLogs').selectAll().execute()).length

// Who may change which field of whom is in ranks.test.ts, and that the calls ask it in tests/api/other-users-data.test.ts.
test('an administrator can correct name, campus and department of equal and higher ranks', async () => {
  const body = { firstName: 'Sam', lastName: 'Other', campusCode: 'brevard', department: 'Care' }
  for (const target of [otherAdmin, superUser, admin]) {
    const { email, role, canLogin } = target
    const sent = { ...body, email, role, canLogin, isVerified: true }
    const changed = await asAdmin.call(updateUser, { ...idParams(target), body: sent })
    expect(changed.body).toMatchObject({ id: target.id, ...body, role })
  }
})

test('no endpoint gives the primary admin’s address to another account [T-30]', async () => {
  const people = () => db.selectFrom('users').selectAll().orderBy('id').execute()
  const before = await people()
  const { firstName, lastName, campusCode, department } = user
  const profile = { firstName, lastName, campusCode, department }
  for (const email of [
    primary.email,
    primary.email.toUpperCase(),
    ` ${primary.email} `,
    'ａdmin@example.org',
  ]) {
    const made = { ...profile, email, password: 'lunch at twelve', role: 'user' as const }
    const tried = [
      await app.as(user).call(updateProfile, { ...idParams(user), body: { ...profile, email } }),
      await asSuperUser.call(updateUser, { ...idParams(user), body: { email } }),
      await asSuperUser.call(createUser, { body: made }),
      await app.as(null).call(register, { body: { ...profile, email, password: 'lunch at twelve' } }),
    ]
    for (const { status } of tried) expect([400, 409, 429]).toContain(status)
    expect(tried.at(-1)?.status).toBe(email.startsWith('ａ') ? 400 : 409)
  }
  expect(await people()).toEqual(before)
})

// That nobody else can edit or delete it is there, too.
test('the primary admin can edit their account, but neither delete it nor change its role or rights [T-32]', async () => {
  const asPrimary = app.as(primary)
  for (const body of [{ role: 'user' }, { canLogin: false }, { isVerified: false }])
    expect((await asPrimary.call(updateUser, { ...idParams(primary), body })).status).toBe(403)
  const body = { email: primary.email }
  for (const { status, message } of [
    await asPrimary.call(deleteUser, idParams(primary)),
    await asPrimary.call(deleteAccount, { ...idParams(primary), body }),
  ])
    expect([status, message]).toEqual([403, 'Cannot delete the primary admin account'])
  expect(await app.row('users', primary)).toEqual(primary)
  const named = await asPrimary.call(updateUser, { ...idParams(primary), body: { firstName: 'Petra' } })
  expect(named.body.firstName).toBe('Petra')
})

test('a super-user can set roles, in the old spelling, too; the change takes effect at the next request [T-33]', async () => {
  const risen = await app.user()
  const as = app.as(risen)
  expect((await as.call(updateUser, { ...idParams(user), body: {} })).status).toBe(403)
  const made = await asSuperUser.call(updateUser, { ...idParams(risen), body: { role: 'superuser' } })
  expect(made.body).toMatchObject({ role: 'super-user', isAdmin: true, isSuperUser: true })
  expect((await as.call(updateUser, { ...idParams(user), body: {} })).status).toBe(200)
  expect((await asSuperUser.call(deleteUser, idParams(risen))).status).toBe(204)
})

test.each<[string, Partial<Row<'users'>>]>([
  ['demoted', { role: 'admin' }],
  ['barred', { canLogin: false }],
])(
  'a super-user who is %s while a password is hashed cannot create an account [T-34]',
  async (_, changes) => {
    const one = await app.superUser()
    const form = newcomer({ role: 'super-user' as const, canLogin: true })
    const viewer = { ...one, sessionHash: null, token: null, ownVersion: 0 }
    const made = addUser(deps, form, { viewer, request: { ip: '127.0.0.1', headers: {} } })
    await db.updateTable('users').set(changes).where('id', '=', one.id).execute()
    await expect(made).rejects.toMatchObject({ status: 409 })
    const friends = await db.selectFrom('users').selectAll().where('email', '=', form.email).execute()
    expect([friends, await auditCount()]).toEqual([[], 0])
  },
)

test('the last account that can act as super-user cannot be deleted, demoted or disabled [T-34]', async () => {
  await db.updateTable('users').set({ role: 'user' }).where('role', '=', 'super-user').execute()
  // The primary admin always ranks as super-user, but cannot act as one while its address is unverified.
  await db.updateTable('users').set({ isVerified: false }).where('isPrimaryAdmin', '=', true).execute()
  const last = await app.superUser()
  await app.superUser({ canLogin: false })
  const sentence = 'This is the last account that can act as super-user. Appoint another one first.'
  const as = app.as(last)
  for (const body of [{ role: 'admin' }, { canLogin: false }, { isVerified: false }]) {
    expect(await as.call(updateUser, { ...idParams(last), body })).toMatchObject({
      status: 409,
      message: sentence,
    })
  }
  expect((await as.call(deleteUser, idParams(last))).message).toBe(sentence)
  expect((await as.call(deleteAccount, { ...idParams(last), body: { email: last.email } })).message).toBe(
    sentence,
  )
  expect(await app.row('users', last)).toEqual(last)
  expect(await auditCount()).toBe(0)

  const second = await app.superUser()
  const replies = await Promise.all([last, second].map(each => app.as(each).call(deleteUser, idParams(each))))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(replies.find(({ status }) => status === 409)?.message).toBe(sentence)
})
