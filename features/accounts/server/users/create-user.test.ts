import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { createUser, getUser } from '../../users-contract.ts'

const app = await startApp({ ORG_EMAIL_DOMAIN: 'parish.example.org' })
const { db } = app
const admin = await app.admin()
const asAdmin = app.as(admin)
const asRoot = app.as(await app.superUser())

beforeEach(() => db.deleteFrom('auditLogs').execute())

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
  const [entry, ...more] = await app.audited()
  expect(more).toEqual([])
  expect(entry).toEqual([
    'USER_CREATED',
    admin.id,
    { id: body.id, after: expect.objectContaining({ email: body.email, role: 'user', canLogin: true }) },
  ])
})

test('a taken email is rejected whatever its case, and a taken username gets a number appended', async () => {
  const taken = await asAdmin.call(createUser, { body: { ...form, email: 'INES.sample@parish.example.org' } })
  expect([taken.status, taken.message]).toEqual([409, 'An account with this email already exists'])
  await app.set('domain_whitelist', 'parish.example.org\nexample.net')
  const other = await asAdmin.call(createUser, { body: { ...form, email: 'ines.sample@example.net' } })
  expect(other.body.username).toBe('ines.sample2')
  await db.deleteFrom('systemSettings').execute()
})

test.each([
  [{ email: 'a@example.org' }, 'email', 'Email must be a parish.example.org email address'],
  [{ role: 'root' }, 'role', 'Role must be user, admin or super-user'],
])('an account with %j is rejected', async (fields, path, message) => {
  const body = { ...form, email: 'other@parish.example.org', ...fields } as typeof form
  const rejected = await asRoot.call(createUser, { body })
  expect([rejected.status, rejected.error]).toEqual([400, { message, errors: [{ path, message }] }])
  expect(await app.audited()).toEqual([])
})

test('only a super-user can create an account with a role, and the old spelling "superuser" is accepted', async () => {
  const body = { ...form, email: 'boss@parish.example.org', role: 'superuser' }
  const rejected = await asAdmin.call(createUser, { body })
  expect([rejected.status, rejected.message]).toEqual([403, 'Only a super-user can set a role'])
  expect(await app.audited()).toEqual([])
  const made = await asRoot.call(createUser, { body })
  expect([made.status, made.body.role, made.body.isSuperUser]).toEqual([201, 'super-user', true])
})
