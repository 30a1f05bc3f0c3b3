import {
  button,
  downloadBy,
  newCampus,
  newRating,
  newRestaurant,
  notice,
  openSection,
  unique,
} from './administration.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
})

test('of two administrators the second is told, sees both versions, and decides', async ({ page, admin }) => {
  const { id, name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Edit ${name}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Restaurant Details' })
  await form.getByLabel('Hours').fill('10 AM - 2 PM')
  await form.getByLabel('Price Range').selectOption('$$$')
  const theirs = { hours: '9 AM - 5 PM', price: '$$', phone: '(828) 555-0199' }
  expect((await admin.patch(`/api/restaurants/${id}`, { data: theirs })).ok()).toBe(true)

  await button(form, 'Save Restaurant').click()
  const versions = page.getByRole('dialog', { name: /Somebody else has changed this restaurant/ })
  const hours = versions.getByRole('group', { name: 'Hours' })
  await expect(hours.getByRole('radio', { name: 'Your version 10 AM - 2 PM' })).toBeChecked()
  await expect(hours.getByRole('radio', { name: 'Saved version 9 AM - 5 PM' })).not.toBeChecked()
  await expect(versions.getByText('Their other changes are kept: Phone.')).toBeVisible()
  await button(versions, 'Back to the form').click()
  await expect(form.getByLabel('Hours')).toHaveValue('10 AM - 2 PM')
  const untouched = await (await admin.get(`/api/restaurants/${id}`)).json()
  expect(untouched).toMatchObject(theirs)

  await button(form, 'Save Restaurant').click()
  await hours.getByRole('radio', { name: /^Saved version/ }).check()
  await button(versions, 'Save my choice').click()
  await expect(notice(page, 'Restaurant updated')).toBeVisible()
  const merged = await (await admin.get(`/api/restaurants/${id}`)).json()
  expect(merged).toMatchObject({ hours: '9 AM - 5 PM', price: '$$$', phone: '(828) 555-0199' })
})

test('an export is the same before a deletion and after its Undo', async ({ page, admin, newPerson }) => {
  const place = unique('Sheet Street')
  const formula = '=HYPERLINK("https://example.org")'
  const { id } = await newRestaurant(admin, { name: formula, address: `7 "Upper" ${place}, Arden` })
  const plain = await newRestaurant(admin, { name: 'Café Naïve', address: place })
  const { id: userId } = await newPerson()
  await newRating(admin, { userId, restaurantId: id, value: 3 })

  await openSection(page, 'restaurants', place)
  const before = await downloadBy(page, 'Export')
  await expect(notice(page, 'Export Complete')).toBeVisible()
  expect(before.name).toMatch(/^restaurants-export-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows] = before.text.split('\r\n')
  expect(header).toMatch(/^\uFEFFID,Name,Address,Campus,/)
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual(
    expect.stringMatching(`^${id},"'=HYPERLINK\\(""https://example.org""\\)","7 ""Upper"" ${place}, Arden"`),
  )
  expect(rows).toContainEqual(expect.stringMatching(`^${plain.id},Café Naïve,`))

  await button(page, `Delete ${formula}`).click()
  await button(page, 'Delete restaurant').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants1 restaurant')
  expect((await page.request.get(`/api/restaurants/${id}`)).status()).toBe(404)
  await button(page, 'Undo').click()
  await expect(notice(page, 'Restaurant restored')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restaurants2 restaurants')
  expect(await downloadBy(page, 'Export')).toEqual(before)
})

test('an export holds what is in sight, and says when that is nothing', async ({ page }) => {
  await openSection(page, 'restaurants', unique('nothing like it'))
  await button(page, 'Export').click()
  await expect(notice(page, 'No restaurants to export')).toBeVisible()
})

test('chosen restaurants are deleted together, after a confirmation, and come back together', async ({
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
  await button(page, 'Delete selected').click()
  const question = page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })
  const confirm = button(question, 'Delete 2 restaurants')
  await expect(confirm).toBeDisabled()
  await question
    .getByRole('checkbox', { name: 'Yes, delete 2 restaurants with all their ratings' })
    .press('Space')
  await confirm.click()
  await expect(notice(page, '2 restaurants deleted')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Restaurants1 restaurant')
  await button(page, 'Undo').click()
  await expect(notice(page, '2 restaurants restored')).toBeVisible()
  await expect(heading).toHaveText('Restaurants3 restaurants')
})

test('the restaurants of a campus are deleted together, and only those', async ({ page, admin }) => {
  const campus = await newCampus(admin)
  const near = await newRestaurant(admin, { campusCode: campus.code })
  const elsewhere = await newRestaurant(admin)
  await openSection(page, 'restaurants', near.name)
  await button(page, 'Bulk delete').click()
  const question = page.getByRole('alertdialog', { name: 'Bulk Delete Restaurants' })
  await expect(button(question, 'Delete restaurants')).toBeDisabled()
  const which = question.getByLabel('Which restaurants?')
  await which.selectOption({ label: `All near ${campus.name}` })
  const box = question.getByRole('checkbox', { name: 'Yes, delete 1 restaurant with all its ratings' })
  await box.press('Space')
  await which.selectOption({ label: 'All near Arden' })
  await expect(question.getByRole('checkbox')).not.toBeChecked()
  await which.selectOption({ label: `All near ${campus.name}` })
  await box.press('Space')
  await button(question, 'Delete 1 restaurant').click()
  await expect(notice(page, 'Restaurant deleted')).toBeVisible()
  expect((await admin.get(`/api/restaurants/${near.id}`)).status()).toBe(404)
  expect((await admin.get(`/api/restaurants/${elsewhere.id}`)).status()).toBe(200)
  await button(page, 'Undo').click()
  await expect(notice(page, 'Restaurant restored')).toBeVisible()
  expect((await admin.get(`/api/restaurants/${near.id}`)).status()).toBe(200)
})

test('the ratings of the team are edited, in whole numbers up to 5', async ({ page, admin }) => {
  const { id, name } = await newRestaurant(admin)
  await openSection(page, 'restaurants', name)
  await button(page, `Team ratings of ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Team Ratings' })
  const anna = dialog.getByLabel('Anna')
  await anna.fill('6')
  await button(dialog, 'Update Ratings').click()
  await expect(dialog.getByText('Team ratings are whole numbers from 0 to 5')).toBeVisible()
  await anna.fill('4')
  await button(dialog, 'Update Ratings').click()
  await expect(notice(page, 'Restaurant ratings updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await (await admin.get(`/api/restaurants/${id}`)).json()).toMatchObject({
    ratingAnna: 4,
    ratingBen: 0,
  })
})

test('the list is narrowed to a campus, sorted and cut into pages by its address', async ({ page }) => {
  await openSection(page, 'restaurants')
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: 'Arden' })
  await expect(page).toHaveURL(/campusCode=arden/)
  const first = page.getByRole('row').nth(1)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/order=desc/)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(page.getByLabel('Campus', { exact: true })).toHaveValue('arden')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(first.getByRole('cell', { name: 'Arden', exact: true })).toBeVisible()
})
