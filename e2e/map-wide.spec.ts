import { expect, expectAccessible, test } from './fixtures.ts'

test('the map shows what the list shows, by keyboard too, and asks nobody outside', async ({
  page,
  server,
  newPerson,
  signInAs,
}) => {
  const elsewhere: string[] = []
  const scripts: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== server.origin) elsewhere.push(request.url())
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await signInAs(await newPerson())
  await page.goto('/?campus=eastAsheville')
  const count = page.getByRole('heading', { name: /East Asheville Restaurants/ })
  await expect(count).toContainText('43')
  expect(scripts.filter(url => /map/.test(url))).toEqual([])

  const view = page.getByRole('radiogroup', { name: 'View' })
  await view.getByRole('radio', { name: 'Map' }).press('Space')
  await expect(page).toHaveURL(/view=map/)
  const map = page.getByRole('region', { name: 'Map of restaurants near East Asheville' })
  await expect(map).toHaveAccessibleDescription(/40 of 43 restaurants.*The list has all of them/)
  await expect(page.getByText('40 of 43 are on the map.')).toBeVisible()
  expect(scripts.some(url => /map/.test(url))).toBe(true)

  // A group parts when one turns to it, and the focus stays with the nearest of its restaurants.
  const pins = map.getByRole('listitem').getByRole('button')
  const group = map.getByRole('button', { name: /restaurants: .*zoom in/ }).first()
  await group.focus()
  await page.keyboard.press('Enter')
  const parted = await pins.count()
  expect(parted).toBeGreaterThan(1)
  await expect(map.locator('li button:focus')).toHaveCount(1)
  await map.getByRole('application').focus()
  await page.keyboard.press('0')

  await page.getByLabel('Search restaurants').fill('brew')
  await expect(page).toHaveURL(/q=brew/)
  const found = await page.request.get('/api/restaurants/campus/eastAsheville')
  const places: { name: string; address: string; latitude: number | null }[] = await found.json()
  const brew = places.filter(place => /brew/i.test(place.name) && place.latitude !== null)
  await expect(map).toHaveAccessibleDescription(new RegExp(`^${brew.length} of `))
  await expectAccessible(page)

  const single = pins.filter({ hasNotText: /^\d+$/ }).and(map.getByRole('button', { name: /miles|unknown/ }))
  await single.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(map.getByRole('link', { name: /^Details/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(map.getByRole('link', { name: /^Details/ })).toBeHidden()
  const name = (await single.first().getAttribute('aria-label'))?.split(/, \d/)[0] ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.goBack()
  await expect(map).toBeVisible()

  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await page.getByRole('button', { name: 'Show in Restaurant List' }).click()
  await expect(page).not.toHaveURL(/view=map/)
  await expect(page.locator('article.animate-highlight')).toBeInViewport()
  expect(elsewhere).toEqual([])
})
