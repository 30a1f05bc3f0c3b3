import { expect, failRequests, ownHeaders, test } from '../support/fixtures.ts'
import { cardOf, cards, disconnect, restaurantsNear } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test('details wait for the user’s own rating; stars are chosen by keyboard, and a double click submits them once', {
  tag: '@main',
}, async ({ page }) => {
  const [restaurant] = await restaurantsNear(page, 'marionCG')
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/ratings')) sent += 1
  })
  await failRequests(page, '**/api/users/*/ratings')
  await page.goto(`/?campus=brevardCG&restaurant=${restaurant?.id}`)
  const details = page.getByRole('dialog')
  await expect(details.getByText('The drawer is stuck')).toBeVisible()
  await page.unroute('**/api/users/*/ratings')
  await details.getByRole('button', { name: 'Retry' }).click()
  await expect(details.getByText('You haven’t rated it yet')).toBeVisible()
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /rate/i })
  await dialog.getByRole('radio', { name: '1 star' }).focus()
  await expect(dialog.getByRole('status'), 'screen readers announce the stars anyway').toHaveCount(0)
  await page.keyboard.press('3')
  await expect(dialog.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Submit Rating' }).dblclick()
  await expect(page.getByText('Rating submitted', { exact: true })).toBeVisible()
  expect(sent).toBe(1)
})

test('a list that cannot be loaded shows an error and recovers automatically', async ({ page, server }) => {
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  const reconnect = await disconnect(page, server)
  await page.getByText('Brevard', { exact: true }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
  await reconnect()
  await expect(cards(page).first()).toBeVisible()
})

test('Home is sorted by the chosen average, and details show what other departments gave', async ({
  page,
  signIn,
}) => {
  const places = (await restaurantsNear(page, 'brevard')).slice(-2)
  const [theirs, ours] = places.map(({ name }) => name)
  for (const [department, ...stars] of [
    ['Facilities', 5, 1],
    ['Facilities', 5, 1],
    ['Worship', 2, 4],
  ] as const) {
    await signIn({ department })
    for (const [index, { id: restaurantId }] of places.entries()) {
      const rated = await page.request.post('/api/ratings', { data: { restaurantId, value: stars[index] } })
      expect(rated.status()).toBe(201)
    }
  }
  const order = async () => {
    const names = await cards(page).getByRole('heading').allTextContents()
    return names.filter(name => name === ours || name === theirs)
  }
  // Neither is the order of the names, in which the places are until their averages are known.
  for (const sort of ['low-to-high&average=campus-average', 'high-to-low&average=department-average']) {
    await page.goto(`/?campus=brevard&sort=ratings&order=${sort}`)
    await expect.poll(order).toEqual([ours, theirs])
  }

  await page.goto(`/?campus=brevard&restaurant=${places[0]?.id}`)
  const others = page.getByRole('region', { name: 'Other departments' })
  await expect(others).toContainText('Facilities (2 ratings)')
  await expect(others).not.toContainText('Worship')
})

test('the heart button is reset if the server rejects the favorite, which says why', async ({ page }) => {
  const [restaurant] = await restaurantsNear(page, 'arden')
  await page.route('**/api/favorites', route => {
    if (route.request().method() !== 'POST') return route.continue()
    const json = { message: 'Favorites limit reached', details: 'You can have at most 50 favorites.' }
    return route.fulfill({ status: 409, headers: ownHeaders, json })
  })
  await page.goto('/?campus=arden')
  const heart = cardOf(page, restaurant?.name ?? '').getByRole('button', { name: /favorite/i })
  await heart.click()
  await expect(page.getByText('Favorites Limit Reached', { exact: true })).toBeVisible()
  await expect(page.getByText('You can have at most 50 favorites.', { exact: true })).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Add /)
})
