import { startFakeYelp } from '#tests/support/services/fake-yelp.ts'
import { button, newCampus, newRestaurant, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { restaurantsNear } from '../support/restaurants.ts'
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
  yelp.businesses.push(
    {
      id: 'copper-ladle',
      name: 'Copper Ladle',
      where: north(1),
      price: '$$',
      categories: [{ title: 'Southern' }],
      image_url: `${yelp.url}/photos/plain.jpg`,
      location,
      hours: [{ hours_type: 'REGULAR', open: [{ day: 6, start: '1100', end: '1500' }] }],
    },
    { id: 'known', name: known.name, where: north(2), location: { city: 'Arden', state: 'NC' } },
    { id: 'nowhere', name: 'Nowhere Grill', where: north(3), image_url: `${yelp.url}/photos/none.jpg` },
    { id: 'far', name: 'Far Table', where: north(15), location },
  )
  await signIn({ role: 'admin' })
  await openSection(page, 'import')
  await button(page, 'Search').click()
  await expect(page.getByText('No campus selected', { exact: true })).toBeVisible()

  await page.getByLabel('Campus', { exact: true }).selectOption({ label: campus.name })
  const radius = page.getByRole('slider', { name: 'Search radius' })
  await expect(radius).toHaveAttribute('aria-valuetext', '5 miles')
  await radius.press('ArrowLeft')
  await expect(radius).toHaveAttribute('aria-valuetext', '4 miles')
  await button(page, 'Search').click()
  await expect(toast(page, 'Search completed').first()).toBeVisible()
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results).toContainText(`3 restaurants found within 4 miles of ${campus.name}`)
  const row = (name: string) => results.getByRole('row').filter({ hasText: name })
  await expect(row('Copper Ladle')).toContainText('0.7 miles')
  await expect(row(known.name)).toContainText('Already imported')
  await expect(row(known.name).getByRole('checkbox')).toHaveCount(0)
  const photo = row('Copper Ladle').locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await expect(row('Nowhere Grill').locator('img')).toHaveCount(0)
  await expectAccessible(page)

  await button(page, 'Import').click()
  await expect(toast(page, 'No restaurants selected').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(results.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await button(page, 'Import 2 restaurants').click()
  await expect(toast(page, 'Import successful').first()).toBeVisible()
  const result = page.getByRole('region', { name: 'Imports of the last day' })
  await expect(result).toContainText(`1 restaurant was imported from Yelp for ${campus.name}.`)
  await expect(result).toContainText('“Nowhere Grill”: Address is required')
  await expect(row('Copper Ladle')).toContainText('Already imported')
  await expect(results.getByText('2 selected')).toBeHidden()
  const [imported] = (await restaurantsNear(page, campus.code)).filter(({ name }) => name === 'Copper Ladle')
  expect(imported).toMatchObject({
    hours: 'Mon-Sat closed; Sun 11 AM - 3 PM',
    price: '$$',
    distanceIsEstimated: true,
    cardImageUrl: expect.stringMatching(/^\/api\/images\//),
  })

  await page.reload()
  await expect(row('Copper Ladle')).toContainText('Already imported')
  yelp.businesses.length = 0
  await button(page, 'Search').click()
  await expect(
    page.getByText(/^No restaurants found within the selected radius\. Try increasing/),
  ).toBeVisible()
  await page.route('**/api/yelp/search*', route => route.abort())
  await button(page, 'Search').click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to search restaurants' }),
  ).toBeVisible()
  await expect(toast(page, 'Search failed').first()).toBeVisible()
})
