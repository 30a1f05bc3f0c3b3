import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { button, newCampus, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { withService } from '../support/with-service.ts'

const test = withService(startFakeMapbox, ({ environment }) => environment)

test('distances are measured, and failures corrected', async ({ page, admin, service: mapbox, signIn }) => {
  await signIn({ role: 'super-user', lastName: 'Measurer' })
  const campus = await newCampus(admin)
  const [wrong, right] = [unique('2 Okey Street'), unique('2 Oak Street')]
  const near = { latitude: campus.latitude + 0.05, longitude: campus.longitude }
  mapbox.places.set(right, near)
  await newRestaurant(admin, { campusCode: campus.code, ...near })
  const lost = await newRestaurant(admin, { campusCode: campus.code, address: wrong })

  await openSection(page, 'distances')
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: campus.name })
  const { release } = mapbox.hold()
  await button(page, 'Recalculate Distances').click()
  const question = page.getByRole('alertdialog', {
    name: `Recalculate the distances of 2 restaurants near ${campus.name}?`,
  })
  await button(question, 'Recalculate').click()
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Recalculating distances' })
  await expect(bar).toHaveAttribute('aria-valuetext', '0 of 2')
  await expect(button(page, 'Recalculate Distances')).toBeDisabled()
  await page.reload()
  await expect(bar).toBeVisible()
  await expect(page.getByText('Started by Robin Measurer')).toBeVisible()

  // Its end is announced on another page, too.
  await page.getByRole('link', { name: 'Departments', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Departments/ })).toBeVisible()
  release()
  await expect(toast(page, 'Recalculation Complete')).toBeVisible()
  await expect(toast(page, '2 restaurants processed, 1 failed')).toBeVisible()
  await openSection(page, 'distances')
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: lost.name })).toContainText(wrong)
  await expectAccessible(page)

  await page.getByRole('link', { name: `Edit ${lost.name}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  const calculate = button(form, 'Auto-calculate distance and travel time')
  await calculate.click()
  await expect(
    form.getByText('Failed to calculate distance. Please check the address and try again.'),
  ).toBeVisible()
  await form.getByLabel('Address').fill(right)
  await page.route('**/api/calculate-distance', route => route.abort())
  await calculate.click()
  await expect(form.getByText('Failed to connect to the distance calculation service.')).toBeVisible()
  await page.unroute('**/api/calculate-distance')
  await calculate.click()
  await expect(form.getByText(/^\d+\.\d miles, \d+ minutes$/)).toBeVisible()
  await button(form, 'Save Restaurant').click()
  await expect(form).toBeHidden()
  const mended = await (await admin.get(`/api/restaurants/${lost.id}`)).json()
  expect(mended).toMatchObject({ address: right, ...near })
})

test('the configuration page shows what is set, and tries it', async ({ page, service: mapbox, signIn }) => {
  await signIn({ role: 'super-user' })
  await openSection(page, 'distances')
  await page.getByRole('link', { name: 'API configuration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API configuration' })).toBeVisible()
  const token = mapbox.environment.MAPBOX_TOKEN
  const panel = page.getByRole('region', { name: 'Mapbox' })
  await expect(panel).toContainText(`Set, ${token.length} characters`)
  await button(panel, 'Try Mapbox').click()
  await expect(panel.getByRole('status')).toContainText('Mapbox accepts the token.')
  const yelp = page.getByRole('region', { name: 'Yelp' })
  await expect(yelp).toContainText('YELP_API_KEY=your-key')
  await expect(button(yelp, 'Try Yelp')).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Database and versions' })).toContainText(/SQLite 3\.\d+/)
})
