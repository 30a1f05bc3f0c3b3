import { expect, test } from 'vitest'
import { idParams } from '#tests/support/calls/caller.ts'
import { startApp } from '#tests/support/start-app.ts'
import { updateAnyRating } from '../admin-ratings-contract.ts'
import { createRating, updateRating } from '../contract.ts'

/* What ratings.model.test.ts doesn't tell. */

const app = await startApp()

test('a comment of an earlier version stays as it is when the stars change, for owners and administrators', async () => {
  const ana = await app.user()
  const comment = 'x'.repeat(1200)
  const { id: restaurantId } = await app.restaurant()
  const rating = { id: await app.idOf('ratings', { userId: ana.id, restaurantId, value: 3, comment }) }
  const own = await app.as(ana).call(updateRating, { ...idParams(rating), body: { value: 4, comment } })
  expect([own.status, own.body]).toMatchObject([200, { value: 4, comment }])
  const asAdmin = app.as(await app.admin())
  const any = await asAdmin.call(updateAnyRating, { ...idParams(rating), body: { value: 5, comment } })
  expect([any.status, any.body]).toMatchObject([200, { value: 5, comment }])
  const longer = { value: 5, comment: `${comment}x` }
  expect((await app.as(ana).call(updateRating, { ...idParams(rating), body: longer })).status).toBe(400)
})

test('the value 5.0 counts as 5, and if a field is given twice, the last one counts [T-50]', async () => {
  const ana = app.as(await app.user())
  const { id } = await app.restaurant()
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await ana.fetch(createRating.path, { method: 'POST', headers, body })).json()
  }
  expect(await send(`{"restaurantId":${id},"value":5.0}`)).toMatchObject({ value: 5 })
  expect(await send(`{"restaurantId":${id},"value":1,"value":4}`)).toMatchObject({ value: 4 })
})
