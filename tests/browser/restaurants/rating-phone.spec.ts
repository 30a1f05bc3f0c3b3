import { expect, failRequests, ownHeaders, test } from '../support/fixtures.ts'
import { cardOf, cards, disconnect, restaurantsNear } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn()
})

test('a double click submits a rating only once', { tag: '@main' }, async ({ page }) => {
  const [restaurant] = await restaurantsNear(page, 'marionCG')
  if (!restaurant) throw new Error('Marion has no restaurants')
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/ratings')) sent.push(request.url())
  })
  await page.goto(`/?campus=brevardCG&restaurant=${restaurant.id}`)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /rate/i })
  await dialog.getByRole('radio', { name: '5 stars' }).press('Space')
  await dialog.getByRole('button', { name: 'Submit Rating' }).dblclick()
  await expect(page.getByText('Rating submitted', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(1)
  const own = await (await page.request.get('/api/ratings')).json()
  expect(own).toHaveLength(1)
})

test('stars can be chosen by keyboard', async ({ page }) => {
  const [restaurant] = await restaurantsNear(page, 'marionCG')
  await page.goto(`/?campus=brevardCG&restaurant=${restaurant?.id}`)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /rate/i })
  await dialog.getByRole('radio', { name: '1 star' }).focus()
  await expect(dialog.getByRole('status'), 'screen readers announce the stars anyway').toHaveCount(0)
  await page.keyboard.press('3')
  await expect(dialog.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a rating that cannot be saved shows an error, keeps its comment, and can be saved later', async ({
  page,
  server,
}) => {
  const [restaurant] = await restaurantsNear(page, 'franklin')
  await page.goto(`/?campus=franklin&restaurant=${restaurant?.id}`)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /rate/i })
  await dialog.getByRole('radio', { name: '2 stars' }).press('Space')
  await dialog.getByLabel(/comment/i).fill('Long queue at noon.')
  // The code for toasts loads about two seconds after the page is complete, and cannot be loaded offline.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  const reconnect = await disconnect(page, server)
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel(/comment/i)).toHaveValue('Long queue at noon.')
  await reconnect()
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Rating submitted', { exact: true })).toBeVisible()
})

test('details say when the user’s own ratings cannot be loaded, and offer a retry', async ({ page }) => {
  const [restaurant] = await restaurantsNear(page, 'franklin')
  await failRequests(page, '**/api/users/*/ratings')
  await page.goto(`/profile?restaurant=${restaurant?.id}`)
  const details = page.getByRole('dialog')
  await expect(details.getByText('The drawer is stuck')).toBeVisible()
  await page.unroute('**/api/users/*/ratings')
  await details.getByRole('button', { name: 'Retry' }).click()
  await expect(details.getByText('You haven’t rated it yet')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Rate', exact: true })).toBeEnabled()
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

test('a list can be sorted by the average of the user’s department, and details show the other departments', async ({
  page,
  signIn,
}) => {
  const places = (await restaurantsNear(page, 'brevard')).slice(-2)
  const [ours, theirs] = places.map(({ name }) => name)
  for (const [department, ...stars] of [
    ['Facilities', 1, 5],
    ['Facilities', 1, 5],
    ['Worship', 4, 2],
  ] as const) {
    await signIn({ department })
    for (const [index, place] of places.entries()) {
      const data = { restaurantId: place.id, value: stars[index] }
      expect((await page.request.post('/api/ratings', { data })).status()).toBe(201)
    }
  }
  const order = () =>
    cards(page)
      .getByRole('heading')
      .allTextContents()
      .then(names => names.filter(name => name === ours || name === theirs))
  const sorted = '/?campus=brevard&sort=ratings&order=high-to-low&average='
  await page.goto(`${sorted}campus-average`)
  await expect.poll(order).toEqual([theirs, ours])
  await page.goto(`${sorted}department-average`)
  await expect.poll(order).toEqual([ours, theirs])
  await page.goto(`/?campus=brevard&restaurant=${places[0]?.id}`)
  await expect(page.getByRole('region', { name: 'Other departments' })).toContainText(
    'Facilities (2 ratings)',
  )
})

test('the heart button is reset if the server rejects the favorite', async ({ page }) => {
  await page.goto('/?campus=arden')
  const [restaurant] = await restaurantsNear(page, 'arden')
  const card = cardOf(page, restaurant?.name ?? '')
  // Earlier ratings may have moved the card down, where it renders only its name.
  await card.scrollIntoViewIfNeeded()
  const heart = card.getByRole('button', { name: /favorite/i })
  await page.route('**/api/favorites', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 409,
          headers: ownHeaders,
          json: { message: 'Favorites limit reached', details: 'You can have at most 50 favorites.' },
        })
      : route.continue(),
  )
  await heart.click()
  await expect(page.getByText('Favorites Limit Reached', { exact: true })).toBeVisible()
  await expect(page.getByText('You can have at most 50 favorites.', { exact: true })).toBeVisible()
  await expect(heart).toHaveAccessibleName(/^Add /)
})

test('a tab shows what another tab has changed once it is visible again', async ({ page, context }) => {
  const [restaurant] = await restaurantsNear(page, 'huntersville')
  const address = `/?campus=huntersville&restaurant=${restaurant?.id}`
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Rate', exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.request.post('/api/ratings', { data: { restaurantId: restaurant?.id, value: 5 } })
  await page.clock.install()
  await page.clock.fastForward('02:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'Edit Your Rating' })).toBeVisible()
})
