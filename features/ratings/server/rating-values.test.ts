import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { createRating } from '../contract.ts'

const app = await startApp()

test('leaving out the comment keeps it; null or empty clears it', async () => {
  const ana = app.as(await app.user())
  const diner = await app.restaurant()
  const rate = async (comment?: string | null) => {
    const rating = { restaurantId: diner.id, value: 3 }
    const { body } = await ana.call(createRating, {
      body: comment === undefined ? rating : { ...rating, comment },
    })
    return body.comment
  }
  expect(await rate()).toBe(null)
  expect(await rate('Quick')).toBe('Quick')
  expect(await rate()).toBe('Quick')
  expect(await rate('   ')).toBe(null)
  expect(await rate('Slow')).toBe('Slow')
  expect(await rate(null)).toBe(null)
})

test('a comment can have up to 1,000 characters and is stored unchanged', async () => {
  const ana = app.as(await app.user())
  const { id } = await app.restaurant()
  const rate = (comment: string) => ana.call(createRating, { body: { restaurantId: id, value: 3, comment } })
  const odd = "<svg/onload=alert(1)> {{7*7}} \u202Etxt '); DROP TABLE ratings; --\nsecond line"
  expect((await rate(odd)).body.comment).toBe(odd)
  expect((await rate('é'.repeat(1000))).status).toBe(200)
  const tooLong = await rate('é'.repeat(1001))
  expect(tooLong.status).toBe(400)
  expect(tooLong.message).toBe('Comment must be at most 1,000 characters')
})

test('the value 5.0 counts as 5, and if a field is given twice, the last one counts [T-50]', async () => {
  const ana = app.as(await app.user())
  const { id } = await app.restaurant()
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await ana.fetch('/api/ratings', { method: 'POST', headers, body })).json()
  }
  expect(await send(`{"restaurantId":${id},"value":5.0}`)).toMatchObject({ value: 5 })
  expect(await send(`{"restaurantId":${id},"value":1,"value":4}`)).toMatchObject({ value: 4 })
})
