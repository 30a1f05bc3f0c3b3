import {
  button,
  chooseAction,
  downloadBy,
  newCampus,
  newRating,
  newRestaurant,
  openSection,
  toast,
  unique,
} from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('an export is the same before a deletion and after Undo', async ({ page, admin, newPerson }) => {
  const place = unique('Sheet Street')
  const formula = '=HYPERLINK("https://example.org")'
  const { id } = await newRestaurant(admin, { name: formula, address: `7 "Upper" ${place}, Arden` })
  const plain = await newRestaurant(admin, { name: 'Café Naïve', address: place })
  const { id: userId } = await newPerson()
  await newRating(admin, { userId, restaurantId: id, value: 3 })

  // The names of the campuses come later than the rows.
  await page.route('**/api/campuses', async route => {
    await page.waitForResponse(response => /\/api\/restaurants\?(?!.*limit)/.test(response.url()))
    await route.continue()
  })
  await openSection(page, 'restaurants', place)
  const before = await downloadBy(page, () => chooseAction(page, 'Export'))
  await expect(toast(page, 'Export Complete')).toBeVisible()
  expect(before.name).toMatch(/^restaurants-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(before.text.split('\r\n')).toHaveLength(4)
  expect(before.text).toContain(`\n${plain.id},Café Naïve,${place},Arden,`)

  await button(page, `Delete ${formula}`).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 rating')
  await expect(button(question, 'Cancel')).toBeFocused()
  await button(question, 'Delete restaurant').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants1 restaurant')
  expect((await page.request.get(`/api/restaurants/${id}`)).status()).toBe(404)
  await button(page, 'Undo').click()
  await expect(toast(page, 'Restaurant restored')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants2 restaurants')
  expect(await downloadBy(page, () => chooseAction(page, 'Export'))).toEqual(before)
})

test('an export contains the listed restaurants, and an empty list says there is nothing to export', async ({
  page,
}) => {
  await openSection(page, 'restaurants', unique('nothing like it'))
  await chooseAction(page, 'Export')
  await expect(toast(page, 'No restaurants to export')).toBeVisible()
})

test('selected restaurants are deleted together after a confirmation, and Undo restores them together', async ({
  page,
  admin,
}) => {
  const place = unique('Bulk Street')
  const names = ['First', 'Second', 'Third'].map(word => unique(word))
  for (const name of names) await newRestaurant(admin, { name, address: place })
  await openSection(page, 'restaurants', place)
  for (const name of names.slice(0, 2)) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Delete 2 restaurants').click()
  const question = page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })
  const confirm = button(question, 'Delete 2 restaurants')
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)
  await question
    .getByRole('checkbox', { name: 'Yes, delete 2 restaurants with all their ratings' })
    .press('Space')
  await confirm.click()
  await expect(toast(page, '2 restaurants deleted')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Restaurants1 restaurant')
  await button(page, 'Undo').click()
  await expect(toast(page, '2 restaurants restored')).toBeVisible()
  await expect(heading).toHaveText('Restaurants3 restaurants')
})

test('a restaurant deleted on its own leaves the selection, and one already deleted by someone else is reported', async ({
  page,
  admin,
}) => {
  const place = unique('Bulk Street')
  const [first, second] = [unique('First'), unique('Second')]
  await newRestaurant(admin, { name: first, address: place })
  const { id } = await newRestaurant(admin, { name: second, address: place })
  await openSection(page, 'restaurants', place)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, `Delete ${first}`).click()
  await button(page, 'Delete restaurant').click()
  await expect(page.getByText('1 selected')).toBeVisible()

  await button(page, 'Delete 1 restaurant').click()
  const question = page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })
  await question.getByRole('checkbox', { name: /^Yes, delete 1 restaurant/ }).press('Space')
  expect((await admin.delete(`/api/admin/restaurants/${id}`)).ok()).toBe(true)
  await button(question, 'Delete 1 restaurant').click()
  await expect(toast(page, 'Already deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
})

test('all restaurants of one campus can be deleted together, and no others are', async ({ page, admin }) => {
  const campus = await newCampus(admin)
  const near = await newRestaurant(admin, { campusCode: campus.code })
  const elsewhere = await newRestaurant(admin)
  await openSection(page, 'restaurants', near.name)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants1 restaurant')
  await button(page, 'More actions').click()
  const bin = page.getByRole('menuitem').filter({ hasText: /delete/i })
  await expect(bin, 'a search').toHaveText('Select the restaurants to delete')
  await expect(bin).toBeDisabled()
  await page.goto(`/admin?section=restaurants&campusCode=${campus.code}`)
  await chooseAction(page, `Delete 1 restaurant near ${campus.name}…`)
  const question = page.getByRole('alertdialog')
  const which = question.getByLabel('Which restaurants?')
  await expect(which).toHaveValue(campus.code)
  const box = question.getByRole('checkbox', { name: 'Yes, delete 1 restaurant with all its ratings' })
  await expect(button(question, 'Delete 1 restaurant')).toBeDisabled()
  await box.press('Space')
  await which.selectOption({ label: 'All near Arden' })
  await expect(question.getByRole('checkbox')).not.toBeChecked()
  await which.selectOption({ label: `All near ${campus.name}` })
  await expect(box).not.toBeChecked()
  await box.press('Space')
  await newRestaurant(admin, { campusCode: campus.code })
  await button(question, 'Delete 1 restaurant').click()
  await expect(
    page.getByText('It would be 2 restaurants now, not 1. Nothing was changed.').first(),
  ).toBeVisible()
  const both = question.getByRole('checkbox', { name: 'Yes, delete 2 restaurants with all their ratings' })
  await expect(both).not.toBeChecked()
  await both.press('Space')
  await button(question, 'Delete 2 restaurants').click()
  await expect(toast(page, '2 restaurants deleted')).toBeVisible()
  expect((await admin.get(`/api/restaurants/${near.id}`)).status()).toBe(404)
  expect((await admin.get(`/api/restaurants/${elsewhere.id}`)).status()).toBe(200)
  await button(page, 'Undo').click()
  await expect(toast(page, '2 restaurants restored')).toBeVisible()
  expect((await admin.get(`/api/restaurants/${near.id}`)).status()).toBe(200)
})

test('a campus without restaurants has none to delete', async ({ page, admin }) => {
  const campus = await newCampus(admin)
  await page.goto(`/admin?section=restaurants&campusCode=${campus.code}`)
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await button(page, 'More actions').click()
  await expect(page.getByRole('menuitem', { name: 'No restaurants to delete' })).toBeDisabled()
})
