import { expect, test } from 'vitest'
import { createCampus, testWebhook, updateCampus } from '#features/campuses/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { programsOf } from '#tests/support/calls/programs.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { startApp } from '#tests/support/start-app.ts'
import { updateProfile } from '../../contract.ts'
import { updateUser } from '../../users-contract.ts'

/* Calls that a token may make, with what it may not. Which calls it may make at all is in tests/api/who-may.txt. */

const app = await startApp({ RATE_LIMITS: 'off' })
const { tokenOf, withToken } = programsOf(app)
const root = await app.superUser()
const ana = await app.user()
const campus = await app.campus()
const program = withToken((await tokenOf(root)).token)

const change = (body: object) => () => program.call(updateUser, { params: { id: ana.id }, body })
const set = (key: string, value: string) => () => program.call(saveSetting, { body: { key, value } })
const moved = { email: 'moved@example.org' }
const params = { id: campus.id }
const webhook = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T1/B1/x' }
const { firstName, lastName, campusCode, department } = root
const profile = { firstName, lastName, campusCode, department, ...moved }
const elsewhere = {
  name: 'Elsewhere',
  code: 'elsewhere',
  address: '1 Main Street',
  latitude: 35.2,
  longitude: -80.8,
}

test.each([
  ['its user’s address', () => program.call(updateProfile, { params: { id: root.id }, body: profile })],
  ['a password', change({ password: 'another-password' })],
  ['a password beside what it may set', change({ firstName: 'Maria', password: 'another-password' })],
  ['an address', change(moved)],
  ['a role', change({ role: 'admin' })],
  ['that an address is verified', change({ isVerified: false })],
  ['the right to sign in', change({ canLogin: false })],
  ['who may register', set('domain_whitelist', 'example.com')],
  ['whether one may register', set('registration_enabled', 'false')],
  ['a new campus’ webhook', () => program.call(createCampus, { body: { ...elsewhere, webhook } })],
  ['a campus’ webhook', () => program.call(updateCampus, { params, body: { webhook } })],
  ['where a test message goes', () => program.call(testWebhook, { params, body: { webhook } })],
])('a token can’t set %s [T-261]', async (_, attempt) => {
  await program.fetch('/api/user')
  const before = await digestTables(app)
  expect(await attempt()).toMatchObject({ status: 403, code: 'not_for_tokens' })
  expect(await digestTables(app)).toEqual(before)
})

test('what stays as it is may be sent along', async () => {
  expect((await change({ firstName: 'Maria', email: ana.email })()).status).toBe(200)
  const body = { name: 'Moved', webhook: null }
  expect((await program.call(updateCampus, { params, body })).status).toBe(200)
})
