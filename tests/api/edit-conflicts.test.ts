import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { updateUser } from '#features/accounts/users-contract.ts'
import { updateAlert } from '#features/alerts/contract.ts'
import { updateCampus } from '#features/campuses/contract.ts'
import { updateAnyRating } from '#features/ratings/admin-ratings-contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { saveSetting } from '#features/settings/contract.ts'
import { idParams, type Replied } from '#tests/support/calls/caller.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startApp } from '#tests/support/start-app.ts'

/* Of two edits of the same version, the second one must not silently undo the first one. */

const app = await startApp()
const root = app.as(await app.superUser())
const user = await app.user()
const place = await app.restaurant()
const ids = {
  campus: (await app.campus()).id,
  alert: await app.idOf('systemAlerts', { title: 'Snow', message: 'The offices are closed.' }),
  rating: await app.idOf('ratings', { userId: user.id, restaurantId: place.id, value: 3 }),
}

type Edited = Record<string, unknown> & { updatedAt: string | null }
type Edit = (fields: object) => Promise<Replied<Edited>>

const setting =
  (key: string): Edit =>
  body =>
    root.call(saveSetting, { body: { key, ...body } as never })

/** How each thing is edited: a field, and values for it. */
test.each<[what: string, field: string, values: [string, string, string], Edit]>([
  ['allowed domains', 'value', ['a.example', 'b.example', 'c.example'], setting('domain_whitelist')],
  ['any other setting', 'value', ['10', '20', '30'], setting('favorites_limit')],
  [
    'a campus',
    'name',
    ['North', 'South', 'East'],
    body => root.call(updateCampus, { params: { id: ids.campus }, body }),
  ],
  [
    'a system alert',
    'title',
    ['Rain', 'Ice', 'Sun'],
    body => root.call(updateAlert, { params: { id: ids.alert }, body: body as never }),
  ],
  ['a user', 'firstName', ['Ana', 'Ann', 'Anna'], body => root.call(updateUser, { ...idParams(user), body })],
  [
    'another person’s rating',
    'comment',
    ['Good', 'Better', 'Best'],
    body => root.call(updateAnyRating, { params: { id: ids.rating }, body: body as never }),
  ],
  [
    'a restaurant',
    'name',
    ['Plum', 'Pear', 'Apple'],
    body => root.call(updateRestaurant, { ...idParams(place), body: body as never }),
  ],
])(
  '%s is saved onto the version that was edited, or without naming one, as programs do; onto another one it is 409 with the current state [T-290]',
  async (_, field, [mine, yours, last], edit) => {
    const { current } = (await edit({ [field]: mine, expectedUpdatedAt: '2020-01-01T00:00:00.000Z' })).error
    const expectedUpdatedAt = (current as Edited).updatedAt
    const saved = await edit({ [field]: mine, expectedUpdatedAt })
    expect([saved.status, saved.body]).toMatchObject([200, { [field]: mine }])
    const late = await edit({ [field]: yours, expectedUpdatedAt })
    expect([late.status, late.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.message).toMatch(/^Someone else changed this .+ in the meantime$/)
    expect(late.error.current).toEqual(saved.body)
    const { updatedAt } = saved.body
    const again = await edit({ [field]: yours, expectedUpdatedAt: updatedAt })
    expect([again.status, again.body]).toMatchObject([200, { [field]: yours }])
    expect(Date.parse(again.body.updatedAt ?? '')).toBeGreaterThan(Date.parse(updatedAt ?? ''))
    expect((await edit({ [field]: last })).body[field]).toBe(last)
  },
)

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
