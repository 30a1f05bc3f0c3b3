import { startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { button, newCampus, newRestaurant, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { withService } from '../support/with-service.ts'

const test = withService(startFakeYelp, ({ environment }) => environment)

// Each step is about 0.7 miles north of the campus.
const north = (steps: number) => ({ latitude: 35.4 + steps / 100, longitude: -82.5 })
const location = { address1: '1 Sample Street', city: 'Arden', state: 'NC', zip_code: '28704' }

test('Yelp restaurants can be searched, selected and imported', async ({
  page,
  admin,
  service: yelp,
  signIn,
}) => {
  const campus = await newCampus(admin)
  const known = await newRestaurant(admin, { campusCode: campus.code, address: 'Arden, NC' })
  const photo = `${yelp.url}/photos/plain.jpg`
  yelp.businesses.push(
    { id: 'copper-ladle', name: 'Copper Ladle', where: north(1), image_url: photo, location },
    { id: 'known', name: known.name, where: north(2), location: { city: 'Arden', state: 'NC' } },
    { id: 'far', name: 'Far Table', where: north(15), location },
  )
  await signIn({ role: 'admin' })
  await openSection(page, 'import')
  await button(page, 'Search').click()
  await expect(page.getByText('No campus selected', { exact: true })).toBeVisible()
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: campus.name })
  const radius = page.getByRole('slider', { name: 'Search radius' })
  await radius.press('ArrowLeft')
  await expect(radius).toHaveAttribute('aria-valuetext', '4 miles')
  await button(page, 'Search').click()
  await expect(toast(page, 'Search completed').first()).toBeVisible()
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results).toContainText(`2 restaurants found within 4 miles of ${campus.name}`)
  const row = (name: string) => results.getByRole('row').filter({ hasText: name })
  await expect(row(known.name)).toContainText('Already imported')
  await expect(row(known.name).getByRole('checkbox')).toHaveCount(0)
  const shown = row('Copper Ladle').locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await expectAccessible(page)

  await button(page, 'Import').click()
  await expect(toast(page, 'No restaurants selected').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(results.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
  await button(page, 'Import 1 restaurant').click()
  await expect(toast(page, 'Import successful').first()).toBeVisible()
  const result = page.getByRole('region', { name: 'Imports of the last day' })
  await expect(result).toContainText(`1 restaurant was imported from Yelp for ${campus.name}.`)
  await expect(results.getByText('1 selected')).toBeHidden()
  await page.reload()
  await expect(row('Copper Ladle')).toContainText('Already imported')

  yelp.businesses.length = 0
  await button(page, 'Search').click()
  await expect(page.getByText(/^No restaurants found within the selected radius\./)).toBeVisible()
  await page.route('**/api/yelp/search*', route => route.abort())
  await button(page, 'Search').click()
  await expect(toast(page, 'Search failed').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to search restaurants')
})
