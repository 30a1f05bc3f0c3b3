import { beforeEach, expect, test } from 'vitest'
import { createCampus, testWebhook, updateCampus } from '#features/campuses/contract.ts'
import { createCalendar, removeCalendar } from '#features/lunches/calendar-contract.ts'
import { batchRatings, createRating, listOwnRatings } from '#features/ratings/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { programsOf } from '#tests/support/calls/programs.ts'
import { testPassword } from '#tests/support/people/people.ts'
import { startApp } from '#tests/support/start-app.ts'
import { changePassword, deleteAccount, updateProfile } from '../../contract.ts'
import { addPasskeyOptions } from '../../passkeys-contract.ts'
import { createToken } from '../../tokens-contract.ts'
import { createUser, deleteUser, updateUser } from '../../users-contract.ts'

const app = await startApp({ RATE_LIMITS: 'off' })
const { tokenOf, withToken, in30Days } = programsOf(app)

let ana: Row<'users'>
beforeEach(async () => {
  ana = await app.user()
})

test('a read-only token reads, and writes nothing [T-262]', async () => {
  const { token } = await tokenOf(ana, { readOnly: true })
  const { id: restaurantId } = await app.restaurant()
  const rejected = await withToken(token).call(createRating, { body: { restaurantId, value: 4 } })
  expect([rejected.status, rejected.code]).toEqual([403, 'read_only_token'])
  expect((await withToken(token).call(listOwnRatings)).body).toEqual([])
  const averages = await withToken(token).call(batchRatings, { body: { restaurantIds: [restaurantId] } })
  expect(averages.status, 'a question that is too long for an address').toBe(200)
})

test('a token can’t make tokens, accounts or calendar addresses, choose where lunches are posted, change who may sign in, restore anything or delete an account [T-261]', async () => {
  const root = await app.superUser()
  const program = withToken((await tokenOf(root)).token)
  const { id, email, lastName, campusCode, department } = ana
  const newPassword = 'another-password'
  const profile = { firstName: 'Maria', lastName, campusCode, department }
  const campus = await app.db.selectFrom('campuses').selectAll().executeTakeFirstOrThrow()
  const params = { id: campus.id }
  const webhook = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T1/B1/x' }
  const place = {
    name: 'Elsewhere',
    code: 'elsewhere',
    address: '1 Main Street',
    latitude: 35.2,
    longitude: -80.8,
  }
  const attempts = [
    program.call(createToken, { body: { name: 'Another', expiresAt: in30Days() } }),
    program.call(changePassword, {
      params: { id: root.id },
      body: { currentPassword: testPassword, newPassword, confirmPassword: newPassword },
    }),
    program.call(updateProfile, {
      params: { id: root.id },
      body: { ...profile, email: 'moved@example.org' },
    }),
    program.call(updateUser, { params: { id }, body: { password: newPassword } }),
    program.call(updateUser, { params: { id }, body: { email: 'moved@example.org' } }),
    program.call(addPasskeyOptions, { body: {} }),
    program.call(deleteAccount, { params: { id: root.id }, body: { email: root.email } }),
    program.call(deleteUser, { params: { id } }),
    program.call(createUser, {
      body: { ...profile, email: 'other@example.org', password: newPassword, role: 'super-user' },
    }),
    program.call(createUser, { body: { ...profile, email: 'other@example.org', password: newPassword } }),
    program.call(updateUser, { params: { id }, body: { role: 'admin' } }),
    program.call(updateUser, { params: { id }, body: { isVerified: false } }),
    program.call(updateUser, { params: { id }, body: { canLogin: false } }),
    program.call(saveSetting, { body: { key: 'domain_whitelist', value: 'example.com' } }),
    program.call(saveSetting, { body: { key: 'registration_enabled', value: 'false' } }),
    program.call(createCalendar),
    program.call(removeCalendar),
    program.call(createCampus, { body: { ...place, webhook } }),
    program.call(updateCampus, { params, body: { webhook } }),
    program.call(testWebhook, { params, body: { webhook } }),
  ]
  for (const { status, code } of await Promise.all(attempts))
    expect([status, code]).toEqual([403, 'not_for_tokens'])
  expect(await app.db.selectFrom('campuses').select('id').where('code', '=', place.code).execute()).toEqual(
    [],
  )
  for (const path of ['/api/backup/restore/x.json', '/api/admin/trash/restore']) {
    const reply = await program.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ids":[1]}',
    })
    expect([path, reply.status]).toEqual([path, 403])
  }
  const renamed = await program.call(updateUser, { params: { id }, body: { firstName: 'Maria', email } })
  expect(renamed.status).toBe(200)
  const body = { name: 'Moved', webhook: null }
  expect((await program.call(updateCampus, { params, body })).status, 'it stays without one').toBe(200)
})
