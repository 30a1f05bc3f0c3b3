import { button, notice, openSection } from './administration.ts'
import { test as base, expect, expectAccessible } from './fixtures.ts'
import { startOverpass } from './overpass.ts'

const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const overpass = await startOverpass()
      await use({ OVERPASS_URL: overpass.url, STARTER_DATA: 'none' })
      overpass.stop()
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
  await openSection(page, 'import')
  await page.getByRole('tab', { name: 'OpenStreetMap' }).click()
  await page.getByLabel('Campus').selectOption('arden')
})

test('places of OpenStreetMap are found, imported, and taken back as a whole', async ({ page }) => {
  await button(page, 'Find new places').click()
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.getByText('Blue Door', { exact: true })).toBeVisible()
  await expect(page.getByText('© OpenStreetMap contributors')).toBeVisible()
  await expectAccessible(page)
  await results.getByLabel('Select Blue Door').check()
  await results.getByLabel('Select Red Roof').check()
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route('**/api/osm/import', async route => {
    await held
    await route.continue()
  })
  await button(page, 'Import 2 restaurants').click()
  await expect(page.getByText(/^Importing 2 restaurants/)).toBeVisible()
  const section = (name: string) => page.getByRole('link', { name, exact: true })
  const comeBack = async () => {
    await section('Import').first().click()
    await page.getByRole('tab', { name: 'OpenStreetMap' }).click()
  }
  await section('Restaurants').first().click()
  await comeBack()
  await expect(page.getByText(/^Importing 2 restaurants/)).toBeVisible()
  await section('Restaurants').first().click()
  letGo()
  await expect(notice(page, 'Import successful').first()).toBeVisible()
  await comeBack()
  await expect(page.getByText('2 restaurants were imported').first()).toBeVisible()
  await button(page, 'Undo: remove 2 new restaurants').click()
  await expect(notice(page, 'Import undone')).toBeVisible()
  await page.getByLabel('Campus').selectOption('arden')
  await button(page, 'Find new places').click()
  await expect(results.getByText('Blue Door', { exact: true })).toBeVisible()
  await expect(results.getByText('Already here')).toHaveCount(0)
})

test('what OpenStreetMap knows better is taken over, and given back', async ({ page, admin }) => {
  const { id } = await (
    await admin.post('/api/restaurants', {
      data: {
        name: 'Known Kitchen',
        address: '30 Main St',
        campusCode: 'arden',
        price: '$',
        hours: 'Ask them',
        distance: 1,
        travelTime: 3,
      },
    })
  ).json()
  const hours = async () => (await (await page.request.get(`/api/restaurants/${id}`)).json()).hours
  await button(page, 'Compare ours').click()
  const differences = page.getByRole('region', { name: 'Differences' })
  await expect(differences.getByText('Daily 8 AM - 3 PM')).toBeVisible()
  await differences.getByLabel('Hours of Known Kitchen').check()
  await differences.getByLabel('Diets of Known Kitchen').check()
  await expectAccessible(page)
  await button(page, 'Take over').click()
  await expect(notice(page, '1 restaurant updated')).toBeVisible()
  expect(await hours()).toBe('Daily 8 AM - 3 PM')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, '1 restaurant as before')).toBeVisible()
  expect(await hours()).toBe('Ask them')
})
