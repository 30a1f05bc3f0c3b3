import {
  button,
  csvFile,
  downloadBy,
  entryOf,
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

test('a rating is created on behalf of a user, created again, changed by two at once, deleted and restored', async ({
  page,
  admin,
  newPerson,
}) => {
  const { lastName } = await newPerson({ lastName: unique('Rater') })
  const restaurant = await newRestaurant(admin)
  await openSection(page, 'ratings', lastName)
  const creating = page.getByRole('dialog', { name: 'Create Rating' })
  const choose = async () => {
    await creating.getByRole('combobox', { name: 'User' }).fill(lastName)
    await creating.getByRole('option', { name: `Robin ${lastName}` }).click()
    await creating.getByRole('combobox', { name: 'Restaurant' }).fill(restaurant.name)
    await creating.getByRole('option', { name: restaurant.name }).click()
  }
  await button(page, 'Add Rating').first().click()
  await choose()
  await creating.getByLabel('Comment').fill('Told at the door.')
  await button(creating, 'Create Rating').click()
  await expect(toast(page, 'Rating created')).toBeVisible()

  await button(page, 'Add Rating').click()
  await choose()
  await expect(
    creating.getByText('There is already a rating with 5 stars: it will be changed.'),
  ).toBeVisible()
  await creating.getByRole('combobox', { name: 'Rating' }).selectOption('2 Stars')
  await button(creating, 'Create Rating').click()
  await expect(toast(page, 'Rating updated')).toBeVisible()
  await expect(creating).toBeHidden()

  const name = `Robin ${lastName}’s rating of ${restaurant.name}`
  await button(page, `Edit ${name}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit Rating' })
  await expect(editing.getByLabel('Comment')).toHaveValue('Told at the door.')
  const [{ id }] = await (await admin.get('/api/admin/ratings', { params: { search: lastName } })).json()
  const theirs = { comment: 'Warm bread, slow tea.' }
  expect((await admin.patch(`/api/admin/ratings/${id}`, { data: theirs })).ok()).toBe(true)
  await editing.getByRole('combobox', { name: 'Rating' }).selectOption('3 Stars')
  await button(editing, 'Update Rating').click()
  await expect(editing).toBeHidden()
  await expect(entryOf(page, theirs.comment)).toBeVisible()

  await button(page, `Delete ${name}`).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('3 stars and a comment')
  await button(question, 'Delete rating').click()
  await expect(page.getByRole('heading', { name: 'No ratings found' })).toBeVisible()
  await button(page, 'Undo').click()
  await expect(toast(page, 'Rating restored')).toBeVisible()
  await expect(entryOf(page, theirs.comment)).toBeVisible()
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

test('ratings are exported as they are filtered, and imported from a file after a preview', async ({
  page,
  admin,
  newPerson,
}) => {
  const { id: userId, email, lastName } = await newPerson({ lastName: unique('Rater') })
  const [first, second] = [await newRestaurant(admin), await newRestaurant(admin)]
  await newRating(admin, { userId, restaurantId: first.id, value: 1 })
  await openSection(page, 'ratings')
  await page.getByRole('combobox', { name: 'User' }).fill(lastName)
  await page.getByRole('option', { name: `Robin ${lastName}` }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ratings1 rating')
  const { name, text } = await downloadBy(page, 'Export')
  expect(name).toMatch(/^ratings-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(email)

  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import Ratings' })
  const file = dialog.getByLabel('CSV file of ratings')
  const counts = dialog.getByRole('list', { name: 'What the file would do' })
  await file.setInputFiles(csvFile(text, name))
  await expect(counts).toContainText('1 the same as before')
  await expect(button(dialog, 'Import 0 ratings')).toBeDisabled()

  const header = 'User Email,Restaurant ID,Rating Value,Comment (optional)'
  const template = await downloadBy(page, 'Download template')
  expect(template.name).toBe('ratings-import-template.csv')
  expect(template.text).toContain(header)
  await file.setInputFiles(csvFile('Email,Stars\nsomeone@example.org,5\n'))
  await expect(dialog.getByRole('alert')).toContainText('Invalid CSV format')
  await expectAccessible(page)

  // What each row may hold, and what it is answered: features/imports/server/csv.
  const rows = [`${email},${first.id},4,`, `${email},${second.id},5,`]
  const faulty = [`${email},999999,5,`, `${email},${first.id},6,`]
  await file.setInputFiles(csvFile([header, ...rows, ...faulty].join('\r\n')))
  await expect(dialog.getByText('Row 4: Restaurant with ID 999999 not found', { exact: true })).toBeVisible()
  await expect(counts).toContainText('1 new')
  await expect(counts).toContainText('1 changed')
  await button(dialog, 'Import 2 ratings').click()
  await expect(toast(page, '2 errors occurred during import')).toBeVisible()
  await expect(dialog.getByText('Successfully imported 2 ratings.')).toBeVisible()
  await button(dialog, 'Close').first().click()
  await expect(heading).toHaveText('Ratings2 ratings')
})
