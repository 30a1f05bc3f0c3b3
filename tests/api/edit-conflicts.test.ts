import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { updateUser } from '#features/accounts/users-contract.ts'
import { createAlert, listAlerts, updateAlert } from '#features/alerts/contract.ts'
import { listAdminCampuses, updateCampus } from '#features/campuses/contract.ts'
import { updateAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { getSetting, saveSetting } from '#features/settings/contract.ts'
import { idParams, type Replied } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Of two edits of the same version, the second one must not silently undo the first one. */

const app = await startApp()
const root = app.as(await app.superUser())
const user = await app.user()
const place = await app.restaurant()
const ids = { campus: 0, alert: 0, rating: 0 }

beforeAll(async () => {
  const alert = { title: 'Snow', message: 'The offices are closed.' }
  ids.alert = (await root.call(createAlert, { body: alert })).body.id
  ids.campus = (await root.call(listAdminCampuses)).body[0]?.id ?? 0
  const rating = { restaurantId: place.id, value: 3 }
  ids.rating = (await app.as(user).call(createRating, { body: rating })).body.id
})

type Edited = Record<string, unknown> & { updatedAt: string | null }
type Edit = (value: string, expected: { expectedUpdatedAt?: string | null }) => Promise<Replied<Edited>>

const setting =
  (key: string): Edit =>
  (value, expected) =>
    root.call(saveSetting, { body: { key, value, ...expected } })

/** How each thing is edited: a field, values for it, and `updatedAt` before it was ever edited. */
const things: Record<
  string,
  [edit: Edit, field: string, values: string[], first: () => Promise<string | null>]
> = {
  'allowed domains': [
    setting('domain_whitelist'),
    'value',
    ['a.example', 'b.example', 'c.example'],
    async () => (await root.call(getSetting, { params: { key: 'domain_whitelist' } })).body.updatedAt,
  ],
  'any other setting': [
    setting('favorites_limit'),
    'value',
    ['10', '20', '30'],
    async () => (await root.call(getSetting, { params: { key: 'favorites_limit' } })).body.updatedAt,
  ],
  'a campus': [
    (name, expected) => root.call(updateCampus, { params: { id: ids.campus }, body: { name, ...expected } }),
    'name',
    ['North', 'South', 'East'],
    async () => null,
  ],
  'a system alert': [
    (title, expected) =>
      root.call(updateAlert, { params: { id: ids.alert }, body: { title, ...expected } as never }),
    'title',
    ['Rain', 'Ice', 'Sun'],
    async () => (await root.call(listAlerts)).body[0]?.updatedAt ?? null,
  ],
  'a user': [
    (firstName, expected) => root.call(updateUser, { ...idParams(user), body: { firstName, ...expected } }),
    'firstName',
    ['Ana', 'Ann', 'Anna'],
    async () => null,
  ],
  'another person’s rating': [
    (comment, expected) =>
      root.call(updateAnyRating, { params: { id: ids.rating }, body: { comment, ...expected } as never }),
    'comment',
    ['Good', 'Better', 'Best'],
    async () => (await app.row('ratings', { id: ids.rating })).updatedAt,
  ],
  'a restaurant': [
    (name, expected) =>
      root.call(updateRestaurant, { ...idParams(place), body: { name, ...expected } as never }),
    'name',
    ['Plum', 'Pear', 'Apple'],
    async () => place.updatedAt,
  ],
}

describe.each(Object.entries(things))('%s', (_, [edit, field, [mine = '', yours = '', last = ''], first]) => {
  test('is saved onto the version that was edited; another one is 409 with the current state [T-290]', async () => {
    const expectedUpdatedAt = await first()
    const saved = await edit(mine, { expectedUpdatedAt })
    expect([saved.status, saved.body]).toMatchObject([200, { [field]: mine }])
    const late = await edit(yours, { expectedUpdatedAt })
    expect([late.status, late.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.message).toMatch(/^Someone else changed this .+ in the meantime$/)
    expect(late.error.current).toEqual(saved.body)
    const { updatedAt } = saved.body
    const again = await edit(yours, { expectedUpdatedAt: updatedAt })
    expect([again.status, again.body]).toMatchObject([200, { [field]: yours }])
    expect(Date.parse(again.body.updatedAt ?? '')).toBeGreaterThan(Date.parse(updatedAt ?? ''))
  })

  test('is saved without the version, as earlier pages and programs do', async () => {
    expect((await edit(last, {})).body[field]).toBe(last)
  })
})

test('every edit by administrators takes the version that was edited, and reports the current one [T-290]', async () => {
  const edits = (await listEndpoints()).filter(
    ({ method, access }) => method === 'PATCH' && ['admin', 'super-user'].includes(access),
  )
  expect(edits.length).toBeGreaterThan(4)
  const fieldsOf = (schema: unknown) => Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {})
  const lacking = edits.filter(
    ({ body, errors }) =>
      !fieldsOf(body).includes('expectedUpdatedAt') || !fieldsOf(errors?.[409]).includes('current'),
  )
  expect(lacking.map(({ path }) => path)).toEqual([])
})
