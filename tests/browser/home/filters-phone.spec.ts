import type { RestaurantForm } from '#features/restaurants/contract.ts'
import { newCampus, newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, ownHeaders, test } from '../support/fixtures.ts'
import { boxOf, cardOf } from '../support/restaurants.ts'

let campusCode = ''
let list = ''

// A separate campus, so that other tests do not change the counts.
test.beforeAll(async ({ admin }) => {
  campusCode = (await newCampus(admin)).code
  list = `/?campus=${campusCode}`
  const places: Partial<RestaurantForm>[] = [
    { name: 'Early Bird', hours: 'Mon-Fri 7-2:30', cuisine: 'breakfast', price: '$', travelTime: 4 },
    { name: 'Pizza Oven', hours: 'Mon-Sun 11-9', cuisine: 'pizza;italian', travelTime: 12 },
    { name: 'Green Leaf', hours: '11-3, 5-9', cuisine: 'salad', diets: ['vegan', 'gluten-free'] },
    { name: 'Who Knows', hours: 'Call ahead', cuisine: 'pizza' },
  ]
  for (const fields of places)
    await newRestaurant(admin, { campusCode, price: '$$', travelTime: 8, ...fields })
})

test('the opening status is that of the server’s time, however wrong the phone’s clock, and changes while the page is open', async ({
  page,
  signIn,
}) => {
  await signIn()
  // Six hours ahead of the device.
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date(Date.now() + 6 * 3_600_000).toUTCString() : get.call(this, name)
    }
  })
  await page.route('**/api/lunches/events', route => route.abort())
  // For the server it is 1:50 PM on a Monday in New York, five hours behind UTC.
  await page.clock.install({ time: '2026-01-12T12:50:00Z' })
  await page.goto(list)
  const bird = cardOf(page, 'Early Bird')
  await expect(bird.getByText('Closes in 40 min')).toBeVisible()
  await expect(cardOf(page, 'Pizza Oven').getByText('Open · until 9 PM')).toBeVisible()
  await expect(cardOf(page, 'Who Knows').getByText(/Open|Closed|Closes/)).toHaveCount(0)
  await page.clock.fastForward('01:00')
  await expect(bird.getByText('Closes in 39 min')).toBeVisible()
  await page.clock.fastForward('40:00')
  await expect(bird.getByText('Closed · opens tomorrow 7 AM')).toBeVisible()

  await page.getByRole('button', { name: 'Open now' }).click()
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible()
  await expect(cardOf(page, 'Early Bird')).toHaveCount(0)
  await page.clock.fastForward('30:00')
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
})

test('filters are in the URL, survive a reload, and can be cleared together', { tag: '@main' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(list)
  const articles = page.getByRole('article')
  await expect(articles).toHaveCount(4)
  await page.getByRole('button', { name: 'Cuisine' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemcheckbox').first()).toHaveAccessibleName(/^Pizza/)
  await menu.getByRole('menuitemcheckbox', { name: /^Italian/ }).click()
  await menu.getByRole('menuitemcheckbox', { name: /^Salad/ }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Minutes' }).click()
  await menu.getByRole('menuitemradio', { name: 'Within 10 min' }).click()
  await page.keyboard.press('Escape')
  await expect(articles).toHaveCount(1)
  await page.reload()
  await expect(cardOf(page, 'Green Leaf')).toBeVisible()
  await expect(articles).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(articles).toHaveCount(4)
  expect(new URL(page.url()).search).toBe(`?campus=${campusCode}`)

  await page.goto(`${list}&mine=rated`)
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(articles).toHaveCount(4)
})

test('the user’s own diets are preselected, and can count at lunches', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile/edit')
  await page.getByRole('checkbox', { name: 'Vegan' }).check()
  const atLunches = page.getByRole('checkbox', { name: 'Consider my diets at lunches I am in' })
  await atLunches.check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await page.reload()
  await expect(atLunches).toBeChecked()
  await page.goto(list)
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('the filter chips are reachable at 320 pixels, and accessible', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${list}&open=0&diet=vegan`)
  const sort = page.getByLabel('Sort by')
  await expect(sort.locator('option:checked'), 'what the list is sorted by').toHaveText('Top rated')
  const row = [sort, page.getByLabel('Search restaurants'), page.getByRole('radiogroup', { name: 'View' })]
  const tops = await Promise.all(row.map(async item => Math.round((await boxOf(item)).y)))
  expect(new Set(tops).size, 'search, order and view stand in one row').toBe(1)
  for (const name of ['Open now', 'Cuisine', 'Price', 'Minutes', 'Diet: Vegan', 'Mine', 'Clear all']) {
    const chip = page.getByRole('button', { name, exact: true })
    await chip.scrollIntoViewIfNeeded()
    await expect(chip).toBeInViewport({ ratio: 0.95 })
    expect((await boxOf(chip)).height).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 0.95 })
  await expectAccessible(page)
})

test('the list does not say that it is empty while the user’s favorites are unknown', async ({
  page,
  signIn,
}) => {
  await signIn()
  const places = await (await page.request.get(`/api/restaurants/campus/${campusCode}`)).json()
  await page.request.post('/api/favorites', { data: { restaurantId: places[0].id } })
  const ids = '**/api/favorites/restaurant-ids'
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(ids, async route => {
    await isAnswered
    await route.fulfill({ status: 500, headers: ownHeaders, json: { message: 'The drawer is stuck' } })
  })
  await page.goto(`${list}&mine=favorites`)
  await expect(page.getByRole('button', { name: 'My favorites' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decide For Me' })).toHaveAttribute('aria-busy')
  await expect(page.getByText('No restaurants found')).toHaveCount(0)
  answer()
  await expect(page.getByText('The drawer is stuck')).toBeVisible()
  await expect(page.getByText('No restaurants found')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Decide For Me' })).toBeDisabled()
  await page.unroute(ids)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cardOf(page, places[0].name)).toBeVisible()
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
})
