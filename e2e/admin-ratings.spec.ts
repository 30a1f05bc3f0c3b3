import { button, newRating, newRestaurant, notice, openSection, unique } from './administration.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
})

test('a rating is created in somebody’s name; one that exists is changed', async ({
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
  await expect(notice(page, 'Rating created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ratings1 rating')

  await button(page, 'Add Rating').click()
  await choose()
  await expect(dialog.getByText('There is a rating with 5 stars already: it will be changed.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Rating' }).selectOption('2 Stars')
  await button(dialog, 'Create Rating').click()
  await expect(notice(page, 'Rating updated')).toBeVisible()
  const ratings = await (await admin.get('/api/admin/ratings', { params: { userId: id } })).json()
  expect(ratings).toMatchObject([{ value: 2, comment: 'Told at the door.' }])
})

test('a rating is edited, deleted, and back after Undo', async ({ page, admin, newPerson }) => {
  const { id: userId, lastName } = await newPerson({ lastName: unique('Rater') })
  const restaurant = await newRestaurant(admin)
  const rating = { userId, restaurantId: restaurant.id, value: 5, comment: 'Warm bread.' }
  const { id } = await newRating(admin, rating)
  const name = `Robin ${lastName}’s rating of ${restaurant.name}`
  await openSection(page, 'ratings', lastName)
  await button(page, `Edit ${name}`).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Rating' })
  await expect(dialog.getByLabel('Comment')).toHaveValue('Warm bread.')
  await dialog.getByRole('combobox', { name: 'Rating' }).selectOption('3 Stars')
  await button(dialog, 'Update Rating').click()
  await expect(notice(page, 'Rating updated')).toBeVisible()
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
  await expect(notice(page, 'Rating restored')).toBeVisible()
  await expect(button(page, `Edit ${name}`)).toBeVisible()
  const [back] = await (await admin.get('/api/admin/ratings', { params: { userId } })).json()
  expect(back).toMatchObject({ ...rating, id, value: 3 })
})
