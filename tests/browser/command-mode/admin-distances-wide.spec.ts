import { startFakeMapbox } from '#tests/support/services/fake-mapbox.ts'
import { button, newCampus, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible, ownHeaders } from '../support/fixtures.ts'
import { withService } from '../support/with-service.ts'

const test = withService(startFakeMapbox, ({ environment }) => environment)

test('recalculating the distances of a campus shows its progress, and a failed address can be corrected', async ({
  page,
  admin,
  service: mapbox,
  signIn,
}) => {
  await signIn({ role: 'super-user', lastName: 'Measurer' })
  const campus = await newCampus(admin)
  const [address, wrong, right] = [unique('1 Oak Street'), unique('2 Okey Street'), unique('2 Oak Street')]
  const near = { latitude: campus.latitude + 0.05, longitude: campus.longitude }
  mapbox.places.set(address, near)
  mapbox.places.set(right, near)
  const known = await newRestaurant(admin, { campusCode: campus.code, address, distance: 99 })
  const lost = await newRestaurant(admin, { campusCode: campus.code, address: wrong, distance: 98 })

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
  const second = await page.request.post('/api/admin/restaurants/recalculate-distances')
  expect(second.status()).toBe(409)
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
  await expect(page.getByRole('definition').filter({ hasText: 'by Robin Measurer' })).toBeVisible()
  const failure = page.getByRole('listitem').filter({ hasText: lost.name })
  await expect(failure).toContainText(wrong)
  await expect(failure).toContainText('Failed to calculate distance. Please check the address and try again.')
  await expectAccessible(page)
  const measured = await (await admin.get(`/api/restaurants/${known.id}`)).json()
  expect(measured).toMatchObject({ ...near, distanceIsEstimated: false })
  expect(measured.distance).toBeLessThan(20)

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
  expect(mended).toMatchObject({ address: right, distance: measured.distance, ...near })

  // Without a usable address, the pin sets the position: on the map, by keyboard, or as numbers.
  await page.goto(`/admin?section=restaurants&edit=${lost.id}`)
  await button(form, 'Set on the map').click()
  const pin = form.getByRole('application', { name: /^Pin/ })
  await pin.press('ArrowUp')
  const latitude = form.getByLabel('Latitude', { exact: true })
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(near.latitude)
  await form.getByLabel('Longitude', { exact: true }).fill('')
  await button(form, 'Save Restaurant').click()
  await expect(form.getByText('Longitude is required')).toBeVisible()
  await form.getByLabel('Longitude', { exact: true }).fill(String(near.longitude))
  await button(form, 'Save Restaurant').click()
  await expect(form).toBeHidden()
  const moved = await (await admin.get(`/api/restaurants/${lost.id}`)).json()
  expect(moved.latitude).toBeGreaterThan(near.latitude)
  expect(moved).toMatchObject({ longitude: near.longitude, distance: mended.distance })
})

test('the configuration page shows what is set and tests it without revealing a key', async ({
  page,
  service: mapbox,
  signIn,
}) => {
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
  const mail = page.getByRole('region', { name: 'Mail' })
  await button(mail, 'Try the outbox').click()
  await expect(mail.getByRole('status')).toContainText('mails are written as files')
  await expect(page.getByRole('region', { name: 'Database and versions' })).toContainText(/SQLite 3\.\d+/)
  expect(await page.content()).not.toContain(token)

  await page.route('**/api/config/installation', route =>
    route.fulfill({ status: 503, headers: ownHeaders, json: { message: 'The server is busy.' } }),
  )
  await page.reload()
  await expect(page.getByText('Failed to load API configuration: The server is busy.')).toBeVisible()
  await page.unroute('**/api/config/installation')
  await button(page, 'Retry').click()
  await expect(panel).toBeVisible()
})
