import {
  button,
  chooseAction,
  downloadBy,
  newCampus,
  newRestaurant,
  openSection,
  toast,
  unique,
} from '../support/administration.ts'
import { expect, expectAccessible, failRequests, test } from '../support/fixtures.ts'
import { boxOf } from '../support/restaurants.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('an export waits for the names of the campuses, and an empty list has nothing to export', async ({
  page,
  admin,
}) => {
  const address = unique('Sheet Street')
  const { id } = await newRestaurant(admin, { name: 'Café Naïve', address })
  // The names of the campuses come later than the rows.
  await page.route('**/api/campuses', async route => {
    await page.waitForResponse(response => /\/api\/restaurants\?(?!.*limit)/.test(response.url()))
    await route.continue()
  })
  await openSection(page, 'restaurants', address)
  const { name, text } = await downloadBy(page, () => chooseAction(page, 'Export'))
  expect(name).toMatch(/^restaurants-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toContain(`\n${id},Café Naïve,${address},Arden,`)
  await expect(toast(page, 'Export Complete')).toBeVisible()

  await openSection(page, 'restaurants', unique('nothing like it'))
  await chooseAction(page, 'Export')
  await expect(toast(page, 'No restaurants to export')).toBeVisible()
})

test('selected restaurants are deleted and restored together, without those that were deleted meanwhile', async ({
  page,
  admin,
}) => {
  const address = unique('Bulk Street')
  const [first = '', ...others] = ['First', 'Second', 'Third'].map(word => unique(word))
  await newRestaurant(admin, { name: first, address })
  const ids: number[] = []
  for (const name of others) ids.push((await newRestaurant(admin, { name, address })).id)
  await openSection(page, 'restaurants', address)
  const selectAll = page.getByRole('checkbox', { name: 'Select all on this page' })
  await selectAll.press('Space')
  await expect(page.getByText('3 selected')).toBeVisible()
  await button(page, `Delete ${first}`).click()
  await button(page, 'Delete restaurant').click()
  await expect(page.getByText('2 selected')).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })
  const confirm = button(question, 'Delete 2 restaurants')
  const agree = async () => {
    await button(page, 'Delete 2 restaurants').click()
    await expect(confirm).toBeDisabled()
    await question.getByRole('checkbox', { name: /^Yes, delete 2 restaurants with all their/ }).press('Space')
  }
  await agree()
  await expectAccessible(page)
  await confirm.click()
  await expect(toast(page, '2 restaurants deleted')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(toast(page, '2 restaurants restored')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants2 restaurants')

  await selectAll.press('Space')
  await agree()
  for (const id of ids) expect((await admin.delete(`/api/admin/restaurants/${id}`)).ok()).toBe(true)
  await confirm.click()
  await expect(toast(page, 'Already deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
})

test('all restaurants of one campus are deleted together, confirmed for just these and for as many as there are', async ({
  page,
  admin,
}) => {
  const campus = await newCampus(admin)
  const near = await newRestaurant(admin, { campusCode: campus.code })
  await openSection(page, 'restaurants', near.name)
  await button(page, 'More actions').click()
  const bin = page.getByRole('menuitem').filter({ hasText: /delete/i })
  await expect(bin, 'a search').toHaveText('Select the restaurants to delete')
  await expect(bin).toBeDisabled()
  await page.goto(`/admin?section=restaurants&campusCode=${campus.code}`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const counts = '**/api/restaurants?*limit=1'
  await failRequests(page, counts)
  await chooseAction(page, `Delete 1 restaurant near ${campus.name}…`)
  const question = page.getByRole('alertdialog')
  const trouble = question.getByRole('alert')
  await expect(trouble).toContainText('The drawer is stuck')
  await expect(button(question, 'Delete restaurants')).toBeDisabled()
  const answer = await boxOf(button(question, 'Delete restaurants'))
  expect((await boxOf(trouble)).bottom, 'above what answers it').toBeLessThan(answer.y)
  await page.unroute(counts)
  await button(question, 'Cancel').click()
  await chooseAction(page, `Delete 1 restaurant near ${campus.name}…`)
  const which = question.getByLabel('Which restaurants?')
  await expect(which).toHaveValue(campus.code)
  const box = question.getByRole('checkbox', { name: 'Yes, delete 1 restaurant with all its ratings' })
  await box.press('Space')
  await which.selectOption({ label: 'All near Arden' })
  await expect(question.getByRole('checkbox')).not.toBeChecked()
  await which.selectOption({ label: `All near ${campus.name}` })
  await expect(box).not.toBeChecked()
  await box.press('Space')
  await newRestaurant(admin, { campusCode: campus.code })
  await button(question, 'Delete 1 restaurant').click()
  await expect(page.getByText(/^It would be 2 restaurants now, not 1\./).first()).toBeVisible()
  const both = question.getByRole('checkbox', { name: 'Yes, delete 2 restaurants with all their ratings' })
  await expect(both).not.toBeChecked()
  await both.press('Space')
  await button(question, 'Delete 2 restaurants').click()
  await expect(toast(page, '2 restaurants deleted')).toBeVisible()
  await button(page, 'More actions').click()
  await expect(page.getByRole('menuitem', { name: 'No restaurants to delete' })).toBeDisabled()
})
