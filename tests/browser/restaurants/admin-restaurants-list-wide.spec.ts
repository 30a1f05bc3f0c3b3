import { picture } from '#tests/support/samples/pictures.ts'
import { button, newRestaurant, openSection, toast, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('a restaurant is added with a picture, and closed for a while', {
  tag: '@main',
}, async ({ page }) => {
  const name = unique('Noodle & Co.')
  await openSection(page, 'restaurants')
  await button(page, 'Add Restaurant').click()
  const dialog = page.getByRole('dialog', { name: 'Add New Restaurant' })
  const calculate = button(dialog, 'Auto-calculate distance and travel time')
  await expect(calculate).toBeDisabled()
  await dialog.getByLabel('Address').fill('12 "Old" Road, Arden')
  await dialog.getByLabel('Nearest Campus').selectOption({ label: 'Arden' })
  await calculate.click()
  await expect(dialog.getByText(/^No distance service is/)).toBeVisible()
  await dialog.getByLabel('Price Range').selectOption('$$')
  for (const [label, value] of Object.entries({
    Name: name,
    Hours: '11 AM - 9 PM',
    'Distance (miles)': '2.3',
    'Travel Time (minutes)': '6',
  }))
    await dialog.getByLabel(label).fill(value)

  const image = dialog.getByLabel('Image file')
  const preview = dialog.getByRole('img', { name: 'Preview' })
  await image.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-') })
  await expect(dialog.getByText('Only JPEG, PNG and WebP images are accepted')).toBeVisible()
  await expect(preview).toBeHidden()
  await button(dialog, 'Undo').click()
  const png = await picture({ width: 320, height: 240 }).png().toBuffer()
  await image.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: png })
  await expect(preview).toBeVisible()
  await button(dialog, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant added')).toBeVisible()
  await expect(dialog).toBeHidden()
  const [saved] = await (await page.request.get('/api/restaurants', { params: { search: name } })).json()
  expect(saved.imageUrl).toMatch(/^\/api\/images\//)

  await page.getByRole('searchbox', { name: 'Search restaurants' }).fill(name)
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await editing.getByRole('switch', { name: 'Active' }).press('Space')
  await expect(editing.getByText('Restaurant is currently inactive and will appear disabled')).toBeVisible()
  await button(editing, 'Save Restaurant').click()
  await expect(toast(page, 'Restaurant updated')).toBeVisible()
  await expect(editing).toBeHidden()
  await page.goto(`/?campus=arden&q=${encodeURIComponent(name)}`)
  await expect(cardOf(page, name).getByText('Temporarily Closed')).toBeVisible()
})

test('team ratings keep others’ changes', async ({ page, admin }) => {
  const { id, name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Team ratings of ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Team Ratings' })
  await dialog.getByLabel('Anna').fill('4')
  expect((await admin.patch(`/api/restaurants/${id}`, { data: { ratingBen: 3 } })).ok()).toBe(true)
  await button(dialog, 'Update Ratings').click()
  await expect(toast(page, 'Restaurant ratings updated successfully')).toBeVisible()
  expect(await (await admin.get(`/api/restaurants/${id}`)).json()).toMatchObject({
    ratingAnna: 4,
    ratingBen: 3,
  })
})

test('the URL holds the campus and the order of the list; a campus that no longer exists offers all', async ({
  page,
}) => {
  await openSection(page, 'restaurants')
  const campus = page.getByLabel('Campus', { exact: true })
  const header = page.getByRole('columnheader', { name: 'Name' })
  await campus.selectOption({ label: 'Arden' })
  await expect(page).toHaveURL(/campusCode=arden/)
  await header.getByRole('button').click()
  await expect(page).toHaveURL(/order=desc/)
  await page.reload()
  await expect(campus).toHaveValue('arden')
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1).getByRole('cell', { name: 'Arden', exact: true })).toBeVisible()

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
