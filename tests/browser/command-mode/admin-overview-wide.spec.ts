import { button, downloadBy, newRating, newRestaurant, openSection } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.use({ environment: [{ STARTER_DATA: 'none' }, { scope: 'worker' }] as never })

test('an empty installation has first steps, later charts and to-dos', async ({ page, admin, signIn }) => {
  // With LANG=C, some browsers name a language that isn't a locale, and the charts' library failed to load.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }),
  )
  const person = await signIn({ role: 'super-user', department: 'Finance' })
  await openSection(page, 'overview')
  await expect(page.getByRole('heading', { name: 'Add the first places' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import a list' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ratings per week' })).toBeHidden()
  await expectAccessible(page)

  const diner = await newRestaurant(admin, { name: 'Diner', websiteUrl: 'http://127.0.0.1:9/menu' })
  await newRestaurant(admin, { name: 'Bistro', address: '7 Hill Road' })
  await newRating(admin, { userId: person.id, restaurantId: diner.id, value: 5 })
  await page.reload()
  await expect(page.getByText(/^1 rating in 26 weeks/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Ratings per week as columns' }).locator('canvas')).toBeVisible()
  // A canvas only adopts the system's colors when it is drawn again.
  const drawn = () => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const before = await drawn()
  await page.emulateMedia({ forcedColors: 'active' })
  await expect.poll(async () => (await drawn()) === before, 'drawn as before').toBe(false)
  await page.emulateMedia({ forcedColors: 'none' })

  await button(page, 'Show as table: By department').click()
  const finance = page.getByRole('row', { name: /^Finance/ })
  await expect(finance).toHaveText('Finance1151')
  const csv = await downloadBy(page, 'CSV: Ratings per week')
  expect(csv.name).toMatch(/^ratings-per-week-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text.trim().split('\n')).toHaveLength(27)

  await button(page, 'Check websites').click()
  await expect(page.getByText('No website is gone; 1 gave no clear answer')).toBeVisible()

  await page.getByRole('link', { name: '2 Places without a position' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants2 restaurants')
  await expect(page.getByRole('combobox', { name: 'To do' })).toHaveValue('position')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
