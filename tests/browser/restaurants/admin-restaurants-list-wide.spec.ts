import { picture } from '#tests/support/samples/pictures.ts'
import { button, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { cardOf, cards, disconnect } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('a restaurant can be added with every field and a picture', { tag: '@main' }, async ({ page }) => {
  const name = unique('Noodle & Co.')
  await openSection(page, 'restaurants')
  await button(page, 'Add Restaurant').click()
  const dialog = page.getByRole('dialog', { name: 'Add New Restaurant' })
  await button(dialog, 'Save Restaurant').click()
  await expect(dialog.getByText('Name is required', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()

  const calculate = button(dialog, 'Auto-calculate distance and travel time')
  await expect(calculate).toBeDisabled()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address').fill('12 "Old" Road, Arden')
  await dialog.getByLabel('Price Range').selectOption('$$')
  await dialog.getByLabel('Nearest Campus').selectOption({ label: 'Arden' })
  await calculate.click()
  await expect(dialog.getByText(/^No distance service is/)).toBeVisible()
  await dialog.getByLabel('Hours').fill('11 AM - 9 PM')
  await dialog.getByLabel('Cuisine').fill('Noodles')
  await dialog.getByLabel('Phone').fill('(828) 555-0101')
  await dialog.getByLabel('Distance (miles)').fill('2.3')
  await dialog.getByLabel('Travel Time (minutes)').fill('6')
  await dialog.getByLabel('Website URL').fill('https://example.org/noodles')

  const image = dialog.getByLabel('Image file')
  const preview = dialog.getByRole('img', { name: 'Preview' })
  for (const mimeType of ['application/pdf', 'image/jpeg']) {
    await image.setInputFiles({ name: 'front.jpg', mimeType, buffer: Buffer.from('%PDF-') })
    await expect(dialog.getByText('Only JPEG, PNG and WebP images are accepted')).toBeVisible()
    await expect(preview).toBeHidden()
    await button(dialog, 'Undo').click()
  }
  const png = await picture({ width: 320, height: 240 }).png().toBuffer()
  await image.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: png })
  await expect(preview).toBeVisible()
  await button(dialog, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant added')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(name)
  await expect(button(page, `Edit ${name}`)).toBeVisible()
  const [saved] = await (await page.request.get('/api/restaurants', { params: { search: name } })).json()
  expect(saved).toMatchObject({
    name,
    address: '12 "Old" Road, Arden',
    campusCode: 'arden',
    price: '$$',
    hours: '11 AM - 9 PM',
    cuisine: 'Noodles',
    phone: '(828) 555-0101',
    websiteUrl: 'https://example.org/noodles',
    distance: 2.3,
    travelTime: 6,
    disabled: false,
  })
  expect((await page.request.get(saved.imageUrl)).headers()['content-type']).toMatch(/^image\//)

  await page.goto('/?campus=arden')
  for (const card of [cardOf(page, name), cards(page).first()]) {
    const title = await card.getByRole('heading').innerText()
    await card.getByRole('link').first().click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('a restaurant can be renamed and temporarily closed', async ({ page, admin }) => {
  const { name } = await newRestaurant(admin)
  const renamed = unique('The Renamed Roost')
  await openSection(page, 'restaurants', name)
  await button(page, `Edit ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await expect(dialog.getByText('Restaurant is active and available for rating')).toBeVisible()
  await dialog.getByLabel('Name').fill(renamed)
  await dialog.getByRole('switch', { name: 'Active' }).press('Space')
  await expect(dialog.getByText('Restaurant is currently inactive and will appear disabled')).toBeVisible()
  await button(dialog, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant updated')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto(`/?campus=arden&q=${encodeURIComponent(renamed)}`)
  await expect(cardOf(page, renamed).getByText('Temporarily Closed')).toBeVisible()
})

test('typed text survives a lost connection, and is only discarded after a confirmation', async ({
  page,
  admin,
  server,
}) => {
  const { name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Edit ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await dialog.getByLabel('Hours').fill('Noon to midnight')
  const reconnect = await disconnect(page, server)
  const list = '**/api/restaurants*'
  await page.route(list, () => {})
  await button(dialog, 'Save Restaurant').click()
  await expect(toast(page, 'Failed to update restaurant')).toBeVisible()
  await expect(dialog.getByLabel('Hours')).toHaveValue('Noon to midnight')
  // It doesn't wait for the list, whose reply doesn't come.
  await expect(button(dialog, 'Save Restaurant')).not.toHaveAttribute('aria-busy')
  await page.unroute(list)
  await reconnect()

  await button(dialog, 'Cancel').click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await button(question, 'Keep editing').click()
  await expect(dialog.getByLabel('Hours')).toHaveValue('Noon to midnight')
  await button(dialog, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant updated')).toBeVisible()

  await button(page, `Edit ${name}`).click()
  await expect(dialog.getByLabel('Hours')).toHaveValue('Noon to midnight')
  await dialog.getByLabel('Hours').fill('Never')
  await page.keyboard.press('Escape')
  await button(question, 'Discard changes').click()
  await expect(dialog).toBeHidden()
})

test('team ratings must be whole numbers up to 5, need a confirmation to be discarded, and keep others’ changes', async ({
  page,
  admin,
}) => {
  const { id, name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Team ratings of ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Team Ratings' })
  const anna = dialog.getByLabel('Anna')
  await anna.fill('6')
  await button(dialog, 'Update Ratings').click()
  await expect(dialog.getByText('Team ratings are whole numbers from 0 to 5')).toBeVisible()
  await expectAccessible(page)
  await expect(anna).toBeFocused()
  await anna.fill('4')
  await page.keyboard.press('Escape')
  await button(page.getByRole('alertdialog', { name: 'Discard your changes?' }), 'Keep editing').click()
  expect((await admin.patch(`/api/restaurants/${id}`, { data: { ratingBen: 3 } })).ok()).toBe(true)
  await button(dialog, 'Update Ratings').click()
  await expect(toast(page, 'Restaurant ratings updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await (await admin.get(`/api/restaurants/${id}`)).json()).toMatchObject({
    ratingAnna: 4,
    ratingBen: 3,
  })
})

test('a link to a campus that no longer exists finds nothing and offers all restaurants', async ({
  page,
}) => {
  await page.goto('/admin?section=restaurants&campusCode=closedLongAgo')
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await button(page, 'Show all restaurants').click()
  await expect(page.getByRole('table', { name: 'Restaurants' })).toBeVisible()
  await expect(page).toHaveURL(/section=restaurants$/)
})

test('focusing the buttons in a table’s header does not scroll its rows', async ({ page }) => {
  await openSection(page, 'restaurants')
  const rows = page.getByRole('region', { name: 'Restaurants' })
  await rows.focus()
  await rows.evaluate(element => element.scrollTo({ top: 600 }))
  for (const name of ['Select all on this page', 'Name', 'Campus']) {
    await page.keyboard.press('Tab')
    await expect(rows.locator('thead').getByLabel(name).or(button(rows, name))).toBeFocused()
    expect(await rows.evaluate(({ scrollTop }) => scrollTop), name).toBe(600)
  }
})
