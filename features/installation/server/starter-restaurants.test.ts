import { expect, test } from 'vitest'
import { getRestaurant, listRestaurants } from '#features/restaurants/contract.ts'
import { WebUrl } from '#kit/contract/fields.ts'
import { startApp } from '#tests/support/start-app.ts'
import { campuses } from './first-data.ts'
import { prepareInstallation } from './prepare-installation.ts'

const app = await startApp({ STARTER_DATA: 'sample' })
const { body: restaurants } = await app.as(await app.user()).call(listRestaurants)

test('an empty database gets 602 real places, 43 near each campus; what the sources don’t tell stays empty', () => {
  expect(restaurants).toHaveLength(602)
  for (const { code } of campuses)
    expect(restaurants.filter(restaurant => restaurant.campusCode === code)).toHaveLength(43)
  for (const restaurant of restaurants) {
    expect(restaurant).toMatchObject({ price: null, hours: null, imageUrl: null, avgRating: null })
    expect(restaurant.cuisine).not.toBe('')
    expect(restaurant.phone).not.toBe('')
  }
  expect(restaurants.filter(restaurant => restaurant.cuisine === null)).toHaveLength(161)
})

test('distances are estimated if the position is known, and unknown otherwise', () => {
  const placed = restaurants.filter(restaurant => restaurant.latitude !== null)
  expect(placed).toHaveLength(301)
  for (const { distance, travelTime, distanceIsEstimated } of placed) {
    expect(distance).toBeGreaterThanOrEqual(0)
    expect(distance).toBeLessThan(60)
    expect(travelTime).toBeGreaterThan(0)
    expect(distanceIsEstimated).toBe(true)
  }
  for (const restaurant of restaurants.filter(({ latitude }) => latitude === null))
    expect(restaurant).toMatchObject({ distance: null, travelTime: 0, distanceIsEstimated: false })
})

test('names keep their accents, addresses their commas, and links are safe', () => {
  expect(restaurants.map(restaurant => restaurant.name)).toContain('Nékter Juice Bar')
  expect(restaurants.map(restaurant => restaurant.address)).toContain(
    '4144 Haywood Road Unit D, Mills River, NC 28759',
  )
  const links = restaurants.map(restaurant => restaurant.websiteUrl).filter(url => url !== null)
  expect(links).toHaveLength(241)
  expect(links.filter(link => !WebUrl.safeParse(link).success)).toEqual([])
})

test('a later start adds nothing and keeps changes', async () => {
  const [first] = restaurants
  if (!first) throw new Error('no restaurants')
  await app.db.updateTable('restaurants').set({ name: 'Renamed' }).where('id', '=', first.id).execute()
  await prepareInstallation(app.deps)
  const { body } = await app.as(await app.user()).call(getRestaurant, { params: { id: first.id } })
  expect(body.name).toBe('Renamed')
  expect(await app.db.selectFrom('restaurants').select('id').execute()).toHaveLength(602)
})

test('the log says when the primary admin’s configured address is nobody’s', async () => {
  const warnings: unknown[] = []
  const log = { warn: (...parts: unknown[]) => warnings.push(...parts) }
  const start = (email: string) =>
    prepareInstallation({
      ...app.deps,
      log,
      config: { ...app.deps.config, primaryAdmin: { email, password: null } },
    })
  await start(app.deps.config.primaryAdmin.email)
  expect(warnings).toEqual([])
  await start('new-admin@example.org')
  expect(warnings).toEqual([expect.stringMatching(/^PRIMARY_ADMIN_EMAIL: no account has this address/)])
})
