import { beforeEach, expect, test } from 'vitest'
import type { Row } from '#kit/server/database/schema.ts'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resendUserVerification,
  updateUser,
} from '../../users-contract.ts'

const app = await startApp({ ORG_EMAIL_DOMAIN: 'parish.example.org' })
const { db } = app
const admin = await app.admin()
const asAdmin = app.as(admin)
const asRoot = app.as(await app.superUser())

beforeEach(() => db.deleteFrom('auditLogs').execute())

const subjectsTo = async (user: Row<'users'>) => (await app.mailsTo(user)).map(mail => mail.subject)

const edit = (user: Row<'users'>, body: object) => asAdmin.call(updateUser, { ...idParams(user), body })

const form = {
  firstName: ' Ines ',
  lastName: 'Sample',
  email: 'Ines.Sample@Parish.example.org',
  password: 'secret',
  campusCode: 'arden',
  department: 'Worship',
}

test('an account created by an administrator can be used immediately', async () => {
  const { status, body } = await asAdmin.call(createUser, { body: form })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    firstName: 'Ines',
    email: 'ines.sample@parish.example.org',
    username: 'ines.sample',
    role: 'user',
    isVerified: true,
    canLogin: true,
    isPrimaryAdmin: false,
  })
  expect(JSON.stringify(body)).not.toMatch(/hash|secret/i)
  expect((await asAdmin.call(getUser, { params: { id: body.id } })).body).toEqual(body)
  expect((await app.signIn(body, 'secret')).status).toBe(200)
  const after = expect.objectContaining({ email: body.email, role: 'user', canLogin: true })
  expect(await app.audited()).toEqual([['USER_CREATED', admin.id, { id: body.id, after }]])
})

test('a taken email or one of another domain is rejected', async () => {
  const strange = await asAdmin.call(createUser, { body: { ...form, email: 'a@example.org' } })
  const message = 'Email must be a parish.example.org email address'
  expect([strange.status, strange.error.errors]).toEqual([400, [{ path: 'email', message }]])
  expect(
    await asAdmin.call(createUser, { body: { ...form, email: 'INES.sample@parish.example.org' } }),
  ).toMatchObject({ status: 409, message: 'An account with this email already exists' })
})

test('only a super-user can create an account with a role, and the old spelling "superuser" is accepted', async () => {
  const body = { ...form, email: 'boss@parish.example.org', role: 'superuser' }
  expect(await asAdmin.call(createUser, { body })).toMatchObject({
    status: 403,
    message: 'Only a super-user can set a role',
  })
  expect(await app.audited()).toEqual([])
  const made = await asRoot.call(createUser, { body })
  expect([made.status, made.body.role, made.body.isSuperUser]).toEqual([201, 'super-user', true])
  const unknown = await asRoot.call(createUser, { body: { ...body, role: 'root' } })
  const message = 'Role must be user, admin or super-user'
  expect([unknown.status, unknown.error.errors]).toEqual([400, [{ path: 'role', message }]])
})

test('administrators don’t learn whose diets they are', async () => {
  const { id } = await app.user({ lastName: 'Follower', diets: 'vegan', dietsAtLunches: true })
  const replies = [
    await asAdmin.call(listUsers, { query: { search: 'follower' } }),
    await asAdmin.call(getUser, idParams({ id })),
    await asAdmin.call(updateUser, { ...idParams({ id }), body: { department: 'Finance' } }),
  ]
  for (const { status, body } of replies) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Follower')
    expect(JSON.stringify(body)).not.toMatch(/vegan|diets/i)
  }
})

test('a form with all fields changes only those that differ, and one without changes is not audited', async () => {
  const ana = await app.user({ email: 'ana@elsewhere.example' })
  const { firstName, lastName, email, campusCode, department, role, canLogin } = ana
  const whole = { firstName, lastName, email, campusCode, department, role, canLogin }
  expect((await edit(ana, whole)).status).toBe(200)
  expect(await app.audited()).toEqual([])
  const body = { ...whole, lastName: 'Renamed' }
  expect((await edit(ana, body)).body).toMatchObject(body)
  expect(await app.audited()).toEqual([
    ['USER_UPDATED', admin.id, { id: ana.id, email, before: { lastName }, after: { lastName: 'Renamed' } }],
  ])
})

test('a new email must be unused and in an allowed domain, and the old address is notified [T-22]', async () => {
  const ana = await app.user()
  expect(await edit(ana, { email: 'ana@example.org' })).toMatchObject({
    status: 400,
    message: 'Email must be a parish.example.org email address',
  })
  const { email } = await app.user({ email: 'ivy.sample@parish.example.org' })
  expect(await edit(ana, { email })).toMatchObject({
    status: 409,
    message: 'An account with this email already exists',
  })
  expect(await app.audited()).toEqual([])
  const moved = await edit(ana, { email: 'ana.new@parish.example.org' })
  expect(moved.body).toMatchObject({ email: 'ana.new@parish.example.org', isVerified: true })
  expect(await subjectsTo(ana)).toEqual(['Your Common Table email address was changed'])
  expect((await app.signIn(moved.body)).status).toBe(200)
  expect((await app.signIn(ana)).status).toBe(401)
})

test('a new password is mailed about, but not in the audit log', async () => {
  const ana = await app.user()
  expect((await edit(ana, { password: 'another one' })).status).toBe(200)
  expect((await app.signIn(ana)).status).toBe(401)
  expect((await app.signIn(ana, 'another one')).status).toBe(200)
  expect(await subjectsTo(ana)).toEqual(['Your Common Table password was changed'])
  const { id, email } = ana
  expect(await app.audited()).toEqual([
    ['USER_UPDATED', admin.id, { id, email, before: {}, after: {}, credentials: 'replaced' }],
    ['SIGN_IN_FAILED', null, { email }],
  ])
})

test('an administrator can mail another link, as often as an address may be mailed, or mark the address as verified', async () => {
  const ana = await app.user({ isVerified: false })
  const resend = () => asAdmin.call(resendUserVerification, idParams(ana))
  const message = `A new verification link is on its way to ${ana.email}`
  expect(await resend()).toMatchObject({ status: 200, body: { message } })
  expect(await subjectsTo(ana)).toEqual(['Verify your email address for Common Table'])
  const tooSoon = await resend()
  expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '120'])
  for (let i = 1; i < 5; i += 1) {
    app.clock.advance({ minutes: 3 })
    expect((await resend()).status).toBe(200)
  }
  app.clock.advance({ minutes: 3 })
  const tooMany = await resend()
  expect([tooMany.status, tooMany.message]).toEqual([
    429,
    'This address has reached its daily limit of mails. Please try again tomorrow.',
  ])
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)

  const marked = await edit(ana, { isVerified: true })
  expect(marked.body.isVerified).toBe(true)
  expect(await resend()).toMatchObject({ status: 409, message: 'This email address is already verified' })
  expect((await app.audited()).map(([action]) => action)).toEqual([
    ...Array(5).fill('USER_VERIFICATION_RESENT'),
    'USER_VERIFIED',
  ])
})

// What is deleted with an account is in delete-account.test.ts.
test('the owner of an account that an administrator deletes is mailed, and the audit log keeps whose it was', async () => {
  const ana = await app.user()
  expect((await asAdmin.call(deleteUser, idParams(ana))).status).toBe(204)
  expect(await subjectsTo(ana)).toEqual(['Your Common Table account was deleted'])
  const before = expect.objectContaining({ email: ana.email })
  expect(await app.audited()).toEqual([['USER_DELETED', admin.id, { id: ana.id, before }]])
})
