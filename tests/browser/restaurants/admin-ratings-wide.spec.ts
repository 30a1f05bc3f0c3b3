import {
  button,
  csvFile,
  downloadBy,
  newRating,
  newRestaurant,
  openSection,
  toast,
  unique,
} from '../support/administration.ts'
import { expect, expectAccessible, failRequests, holdRequests, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('a rating is created on behalf of a user; an existing one is changed', async ({
  page,
  admin,
  newPerson,
}) => {
  const { id, lastName } = await newPerson({ lastName: unique('Rater') })
  const restaurant = await newRestaurant(admin)
  await openSection(page, 'ratings', lastName)
  const dialog = page.getByRole('dialog', { name: 'Create Rating' })
  const choose = async () => {
    await dialog.getByRole('combobox', { name: 'User' }).fill(lastName)
    await dialog.getByRole('option', { name: `Robin ${lastName}` }).click()
    await dialog.getByRole('combobox', { name: 'Restaurant' }).fill(restaurant.name)
    await dialog.getByRole('option', { name: restaurant.name }).click()
  }

  await button(page, 'Add Rating').first().click()
  await expect(dialog.getByRole('combobox', { name: 'Rating' })).toHaveValue('5')
  await button(dialog, 'Create Rating').click()
  await expect(dialog.getByText('Please select a user', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Please select a restaurant', { exact: true })).toBeVisible()
  await choose()
  await dialog.getByLabel('Comment').fill('Told at the door.')
  await button(dialog, 'Create Rating').click()
  await expect(toast(page, 'Rating created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ratings1 rating')

  await button(page, 'Add Rating').click()
  await choose()
  await expect(dialog.getByText('There is already a rating with 5 stars: it will be changed.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Rating' }).selectOption('2 Stars')
  await button(dialog, 'Create Rating').click()
  await expect(toast(page, 'Rating updated')).toBeVisible()
  const ratings = await (await admin.get('/api/admin/ratings', { params: { userId: id } })).json()
  expect(ratings).toMatchObject([{ value: 2, comment: 'Told at the door.' }])
})

test('Enter selects no user before the results for the typed name have arrived', async ({
  page,
  newPerson,
}) => {
  const [before, wanted] = [unique('Before'), unique('Wanted')]
  for (const lastName of [before, wanted]) await newPerson({ lastName })
  await openSection(page, 'ratings')
  await button(page, 'Add Rating').first().click()
  const user = page.getByRole('dialog', { name: 'Create Rating' }).getByRole('combobox', { name: 'User' })
  const option = (lastName: string) => page.getByRole('option', { name: `Robin ${lastName}` })
  await user.fill(before)
  await expect(option(before)).toBeVisible()

  const release = await holdRequests(page, /\/api\/admin\/users\?.*Wanted/)
  await user.fill(wanted)
  await user.press('ArrowDown')
  await user.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Searching' })).toBeVisible()
  await expect(user, 'no one is selected').toHaveValue(wanted)
  release()
  await expect(option(wanted)).toBeVisible()
  await user.press('Enter')
  await expect(user).toHaveValue(`Robin ${wanted}`)

  await failRequests(page, '**/api/admin/users?*Stuck*')
  await user.fill('Stuck')
  await expect(page.getByRole('status').filter({ hasText: 'The drawer is stuck' })).toBeVisible()
})

test('editing a rating keeps a comment changed in the meantime, and Undo restores it after deletion', async ({
  page,
  admin,
  newPerson,
}) => {
  const { id: userId, lastName } = await newPerson({ lastName: unique('Rater') })
  const restaurant = await newRestaurant(admin)
  const rating = { userId, restaurantId: restaurant.id, value: 5, comment: 'Warm bread.' }
  const { id } = await newRating(admin, rating)
  const name = `Robin ${lastName}’s rating of ${restaurant.name}`
  await openSection(page, 'ratings', lastName)
  await button(page, `Edit ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Rating' })
  await expect(dialog.getByLabel('Comment')).toHaveValue('Warm bread.')
  const comment = 'Warm bread, slow tea.'
  expect((await admin.patch(`/api/admin/ratings/${id}`, { data: { comment } })).ok()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Rating' }).selectOption('3 Stars')
  await button(dialog, 'Update Rating').click()
  await expect(toast(page, 'Rating updated')).toBeVisible()
  await expect(dialog).toBeHidden()

  await button(page, `Delete ${name}`).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('3 stars and a comment')
  await button(question, 'Delete rating').click()
  await expect(page.getByRole('heading', { name: 'No ratings found' })).toBeVisible()
  expect(await (await admin.get(`/api/restaurants/${restaurant.id}`)).json()).toMatchObject({
    ratingCount: 0,
  })
  await button(page, 'Undo').click()
  await expect(toast(page, 'Rating restored')).toBeVisible()
  await expect(button(page, `Edit ${name}`)).toBeVisible()
  const [back] = await (await admin.get('/api/admin/ratings', { params: { userId } })).json()
  expect(back).toMatchObject({ ...rating, id, value: 3, comment })
})

test('ratings are imported from a file after a preview', async ({ page, admin, newPerson }) => {
  const { id: userId, email, lastName } = await newPerson({ lastName: unique('Rater') })
  const [first, second] = [await newRestaurant(admin), await newRestaurant(admin)]
  await newRating(admin, { userId, restaurantId: first.id, value: 1 })
  await openSection(page, 'ratings', lastName)
  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import Ratings' })
  const template = await downloadBy(page, 'Download template')
  expect(template.name).toBe('ratings-import-template.csv')
  expect(template.text).toMatch(/^\uFEFFUser Email,Restaurant ID,Rating Value,Comment \(optional\)\r\n/)

  const file = dialog.getByLabel('CSV file of ratings')
  await file.setInputFiles(csvFile('Email,Stars\nsomeone@example.org,5\n'))
  await expect(dialog.getByRole('alert')).toContainText('Invalid CSV format')
  await expectAccessible(page)

  // What each row may hold, and what it is answered: features/imports/server/csv.
  const rows = [`${email.toUpperCase()},${first.id},4,`, `${email},${second.id},5,`, `${email},999999,5,`]
  rows.push(`nobody@example.org,${first.id},5,`, `${email},${first.id},6,`)
  const header = 'User Email,Restaurant ID,Rating Value,Comment (optional)'
  await file.setInputFiles(csvFile([header, ...rows].join('\r\n')))
  await expect(dialog.getByText('Row 4: Restaurant with ID 999999 not found', { exact: true })).toBeVisible()
  const counts = dialog.getByRole('list', { name: 'What the file would do' })
  await expect(counts).toContainText('1 new')
  await expect(counts).toContainText('1 changed')
  const present = await admin.get('/api/admin/ratings', { params: { userId } })
  expect(await present.json(), 'nothing is written yet').toHaveLength(1)
  await button(dialog, 'Import 2 ratings').click()
  await expect(toast(page, '3 errors occurred during import')).toBeVisible()
  await expect(dialog.getByText('Successfully imported 2 ratings.')).toBeVisible()
  await button(dialog, 'Close').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ratings2 ratings')
})

test('the export of ratings follows the filters, and the file can be imported again', async ({
  page,
  admin,
  newPerson,
}) => {
  const { id: userId, email, lastName } = await newPerson({ lastName: unique('Rater') })
  const restaurant = await newRestaurant(admin)
  await newRating(admin, { userId, restaurantId: restaurant.id, value: 4 })
  await openSection(page, 'ratings')
  await page.getByRole('combobox', { name: 'User' }).fill(lastName)
  await page.getByRole('option', { name: `Robin ${lastName}` }).click()
  await expect(page).toHaveURL(new RegExp(`userId=${userId}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ratings1 rating')
  const { name, text } = await downloadBy(page, 'Export')
  expect(name).toMatch(/^ratings-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(email)

  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import Ratings' })
  await dialog.getByLabel('CSV file of ratings').setInputFiles(csvFile(text, name))
  await expect(dialog.getByRole('list', { name: 'What the file would do' })).toContainText(
    '1 the same as before',
  )
  await expect(button(dialog, 'Import 0 ratings')).toBeDisabled()
})
