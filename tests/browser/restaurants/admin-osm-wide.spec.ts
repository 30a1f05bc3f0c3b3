import { here, startFakeOverpass } from '#tests/support/services/fake-overpass.ts'
import { button, newRestaurant, openSection, toast } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { withService } from '../support/with-service.ts'

const tags = { amenity: 'restaurant', 'addr:street': 'Main Street', 'addr:city': 'Arden' }
const elements = [
  {
    type: 'node',
    id: 1,
    ...here,
    tags: { ...tags, name: 'Blue Door', 'addr:housenumber': '1', opening_hours: 'Mo-Fr 11:00-21:00' },
  },
  { type: 'node', id: 2, ...here, tags: { ...tags, name: 'Red Roof', cuisine: 'pizza;italian' } },
  {
    type: 'way',
    id: 3,
    center: here,
    tags: {
      ...tags,
      name: 'The Known Kitchen',
      'addr:housenumber': '30',
      'diet:vegan': 'yes',
      opening_hours: 'Mo-Su 08:00-15:00',
    },
  },
]

const test = withService(startFakeOverpass, ({ url }) => ({ OVERPASS_URL: url, STARTER_DATA: 'none' }))

test.beforeEach(async ({ page, service, signIn }) => {
  service.known.elements = elements
  await signIn({ role: 'admin' })
  await openSection(page, 'import')
  await page.getByRole('tab', { name: 'OpenStreetMap' }).click()
  await page.getByLabel('Campus').selectOption('arden')
})

test('an import from OpenStreetMap runs in the background and can be undone as a whole after a reload', async ({
  page,
  service: overpass,
}) => {
  await button(page, 'Find new places').click()
  const results = page.getByRole('region', { name: 'Search results' })
  await results.getByLabel('Select Blue Door').check()
  await results.getByLabel('Select Red Roof').check()
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible()
  const { release } = overpass.hold()
  await button(page, 'Import 2 restaurants').click()
  const imports = page.getByRole('region', { name: 'Imports of the last day' })
  await expect(imports.getByText('0 of 2 looked up')).toBeVisible()
  await page.reload()
  await expect(imports.getByText('0 of 2 looked up')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Restaurants', exact: true }).first().click()
  release()
  await expect(toast(page, 'Import successful').first()).toBeVisible()
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await page.reload()
  await expect(imports).toContainText('2 restaurants were imported from OpenStreetMap')
  await button(page, 'Undo: remove 2 restaurants').click()
  await button(page, 'Remove 2 restaurants').click()
  await expect(toast(page, 'Import undone').first()).toBeVisible()
  await expect(imports).toContainText(/2 restaurants from OpenStreetMap for .* were removed/)
})

test('details from OpenStreetMap can be taken over, and are credited wherever they are shown', async ({
  page,
  admin,
  service: overpass,
}) => {
  const { id } = await newRestaurant(admin, { name: 'Known Kitchen', address: '30 Main St' })
  // The response for five miles may already be cached, so use another radius.
  await page.getByRole('slider', { name: 'Search radius' }).press('ArrowRight')
  const { release } = overpass.hold()
  await button(page, 'Compare ours').click()
  const asking = page.getByText('Asking OpenStreetMap about the restaurants of Arden…')
  await expect(asking).toBeVisible()
  await page.reload()
  await expect(asking).toBeVisible()
  release()
  const differences = page.getByRole('region', { name: 'Differences' })
  await expect(differences.getByText('Daily 8 AM - 3 PM')).toBeVisible()
  await differences.getByLabel('Hours of Known Kitchen').check()
  await differences.getByLabel('Diets of Known Kitchen').check()
  await expectAccessible(page)
  await button(page, 'Apply').click()
  const imports = page.getByRole('region', { name: 'Imports of the last day' })
  await expect(imports).toContainText('1 restaurant was updated from OpenStreetMap')
  await expect(button(imports, 'Undo: put back 1 restaurant')).toBeVisible()

  const credit = page.getByRole('link', { name: '© OpenStreetMap contributors' })
  await page.goto(`/?campus=arden&restaurant=${id}`)
  await expect(page.getByRole('dialog').locator(credit)).toBeVisible()
  for (const list of ['/?campus=arden', '/?campus=arden&view=map', '/profile?tab=unrated&campus=arden']) {
    await page.goto(list)
    await expect(credit, list).toBeVisible()
  }
  await newRestaurant(admin, { name: 'Our Own', campusCode: 'brevard' })
  await page.goto('/?campus=brevard')
  await expect(page.getByRole('article').filter({ hasText: 'Our Own' })).toBeVisible()
  await expect(credit, 'nothing of theirs').toHaveCount(0)
})
