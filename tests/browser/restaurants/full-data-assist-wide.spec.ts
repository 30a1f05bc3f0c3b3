import { button, newCampus, newRating, newRestaurant, unique } from '../support/administration.ts'
import { expect, failRequests, test } from '../support/fixtures.ts'

test('a super-user can enter many ratings for another user and save them together', async ({
  page,
  admin,
  newPerson,
  signIn,
}) => {
  const { id: userId, lastName } = await newPerson({ lastName: unique('Quiet') })
  const campus = await newCampus(admin)
  const [first, second] = [
    await newRestaurant(admin, { campusCode: campus.code }),
    await newRestaurant(admin, { campusCode: campus.code }),
  ]
  await newRating(admin, { userId, restaurantId: first.id, value: 2 })
  await signIn({ role: 'super-user' })
  await page.goto(`/full-data-assist?campusCode=${campus.code}`)
  await expect(page.getByRole('heading', { name: 'Please select a user first.' })).toBeVisible()
  await page.getByRole('combobox', { name: 'User' }).fill(lastName)
  await page.getByRole('option', { name: `Robin ${lastName}` }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^${campus.name}`) })).toBeVisible()
  await expect(button(page, 'Save ratings')).toBeDisabled()
  const stars = (name: string, value: string) =>
    page.getByRole('listitem').filter({ hasText: name }).getByRole('radio', { name: value })
  await expect(stars(first.name, '2 stars')).toBeChecked()
  // By keyboard: on a phone the save bar may cover a row until it is scrolled.
  await stars(first.name, '1 star').press('4')
  await stars(second.name, '1 star').press('5')
  await expect(page.getByText('Before: 2 stars')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`2 ratings will be saved for Robin ${lastName}`)).toBeVisible()

  await page.getByRole('link', { name: 'Common Table' }).click()
  await button(page.getByRole('alertdialog', { name: 'Discard 2 ratings?' }), 'Keep rating').click()

  // A save that fails leaves the stars, and waits for nothing.
  await failRequests(page, '**/api/admin/ratings/bulk')
  await page.route('**/api/restaurants', () => {})
  await button(page, 'Save 2 ratings').click()
  await expect(
    page.getByText('Full data assist: Failed to save ratings. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(stars(second.name, '5 stars')).toBeChecked()
  await expect(button(page, 'Discard')).toBeVisible()
  await page.unrouteAll()
  await button(page, 'Save 2 ratings').click()
  await expect(button(page, 'Save ratings')).toBeDisabled()
  await page.reload()
  await expect(stars(first.name, '4 stars')).toBeChecked()
  await expect(stars(second.name, '5 stars')).toBeChecked()
})
