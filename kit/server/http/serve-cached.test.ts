// On both engines: two processes, races.
import { expect, test } from 'vitest'
import { createCampus } from '#features/campuses/contract.ts'
import { createRating } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { startTwoServers, succeed } from '#tests/support/processes/two-servers.ts'

const { servers, ...people } = await startTwoServers()
const [here, there] = servers
const rosa = await people.superUser()
const ana = await people.user()

test('while many users write and read at the same time, each one’s next read includes their own rating', async () => {
  const id = (await people.restaurant()).id
  const raters = await Promise.all(Array.from({ length: 8 }, () => people.user()))
  let rated = 0
  const rateAndLook = async (rater: { id: number }, place: number) => {
    const writer = (place % 2 === 0 ? here : there)(rater)
    const reader = (place % 2 === 0 ? there : here)(rater)
    const newest = async () => {
      const { body } = await reader.call(listCampusRestaurants, { params: { campusCode: 'arden' } })
      return body.find(row => row.id === id)?.ratingCount
    }
    await succeed(writer.call(createRating, { body: { restaurantId: id, value: 5 } }))
    rated += 1
    const least = rated
    expect(await newest()).toBeGreaterThanOrEqual(least)
    for (const value of [1, 2, 3]) {
      await succeed(writer.call(createRating, { body: { restaurantId: id, value } }))
      const seen = await reader.fetch('/api/restaurants/unrated/arden')
      expect(JSON.stringify(await seen.json())).not.toContain(`"id":${id},`)
      expect(await newest()).toBeGreaterThanOrEqual(least)
    }
  }
  await Promise.all(raters.map(rateAndLook))
})

test('a browser is not sent a reply that it already has, and no one learns from this what they may not see [T-114]', async () => {
  const path = '/api/restaurants/campus/arden'
  for (let i = 0; i < 5; i += 1) await people.restaurant()
  const reply = await here(ana).fetch(path, { headers: { 'accept-encoding': 'identity' } })
  const etag = reply.headers.get('etag') ?? ''
  expect(reply.headers.get('cache-control')).toBe('private, no-cache')
  expect(reply.headers.get('vary')).toBe('accept-encoding')
  expect(reply.headers.get('content-encoding')).toBe(null)
  for (const encoding of ['br', 'gzip', 'gzip, deflate, br;q=0']) {
    const compressed = await there(ana).fetch(path, { headers: { 'accept-encoding': encoding } })
    expect(compressed.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : 'gzip')
    expect(compressed.headers.get('etag')).toBe(etag)
    expect(await compressed.json()).toEqual(await reply.clone().json())
  }
  expect(etag).toMatch(/^W/)
  const again = await there(ana).fetch(path, { headers: { 'if-none-match': `"x", ${etag.slice(2)}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await there(null).fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(401)
  await people.restaurant()
  expect((await there(ana).fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  await people.db.updateTable('users').set({ canLogin: false }).where('id', '=', ana.id).execute()
  expect((await here(ana).fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(401)
})

test('an unknown campus is a 404 until it exists', async () => {
  const path = '/api/restaurants/campus/later'
  expect((await here(rosa).fetch(path)).status).toBe(404)
  expect((await here(rosa).fetch(path)).status).toBe(404)
  const body = { code: 'later', name: 'Later', address: '3 Sample Street', latitude: 35.4, longitude: -82.5 }
  await succeed(here(rosa).call(createCampus, { body }))
  expect(await (await here(rosa).fetch(path)).json()).toEqual([])
})
