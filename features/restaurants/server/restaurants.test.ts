import { expect, test } from 'vitest'
import { createRating } from '#features/ratings/contract.ts'
import { startApp } from '#tests/support/start-app.ts'
import { listCampusRestaurants, listUnrated, listUnratedOfCampus } from '../contract.ts'

const app = await startApp()
const ana = await app.user()
const caller = app.as(ana)

const eclair = await app.restaurant({ name: 'éclair Café', campusCode: 'brevard' })
const zebra = await app.restaurant({ name: 'Zebra Grill', campusCode: 'brevard' })
const apple = await app.restaurant({ name: 'apple 100% Pie', campusCode: 'brevard' })
const closed = await app.restaurant({ name: 'Closed Kitchen', campusCode: 'brevard', disabled: true })
const route10 = await app.restaurant({ name: 'Route 10 Diner', campusCode: 'arden' })
const route9 = await app.restaurant({ name: 'Route 9 Diner', campusCode: 'arden' })

const names = (list: { name: string }[]) => list.map(restaurant => restaurant.name)

test('the restaurants of a campus are sorted by name and include disabled ones', async () => {
  const { status, body } = await caller.call(listCampusRestaurants, { params: { campusCode: 'brevard' } })
  expect(status).toBe(200)
  expect(names(body)).toEqual([apple.name, closed.name, eclair.name, zebra.name])
  const arden = await caller.call(listCampusRestaurants, { params: { campusCode: 'arden' } })
  expect(names(arden.body)).toEqual([route9.name, route10.name])
  const empty = await caller.call(listCampusRestaurants, { params: { campusCode: 'matthews' } })
  expect(empty).toMatchObject({ status: 200, body: [] })
})

test.each(['nowhere', '__proto__', "arden' or 1=1 --", 'ARDEN', '%', 'x'.repeat(250)])(
  'an unknown campus is 404 everywhere: %j [T-54]',
  async campusCode => {
    for (const path of ['/campus/', '/random/', '/unrated/', '?campusCode=']) {
      const response = await caller.fetch(`/api/restaurants${path}${encodeURIComponent(campusCode)}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ message: 'Campus not found', code: 'not_found' })
    }
  },
)

test('a campus code with a NUL, which no database can compare, is 400', async () => {
  expect((await caller.fetch('/api/restaurants/campus/%00')).status).toBe(400)
})

test('the unrated list contains the enabled restaurants that the viewer has not rated', async () => {
  await caller.call(createRating, { body: { restaurantId: apple.id, value: 4 } })
  await app.as(await app.user()).call(createRating, { body: { restaurantId: zebra.id, value: 4 } })
  const campus = await caller.call(listUnratedOfCampus, { params: { campusCode: 'brevard' } })
  expect(names(campus.body)).toEqual([eclair.name, zebra.name])
  expect(campus.body[1]).toMatchObject({ avgRating: 4, ratingCount: 1 })
  const all = await caller.call(listUnrated)
  expect(names(all.body).slice(0, 3)).toEqual([eclair.name, route9.name, route10.name])
  expect(all.body.some(({ id }) => id === apple.id || id === closed.id)).toBe(false)
})
