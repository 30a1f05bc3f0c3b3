import { newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, holdRequests, test } from '../support/fixtures.ts'
import { cardOf, cards } from '../support/restaurants.ts'

test('a favorite whose restaurant is gone says so and can be removed', async ({ page, admin, signIn }) => {
  await signIn()
  const { id: kept } = await newRestaurant(admin, { name: 'The Kept Kettle' })
  const { id: toDelete } = await newRestaurant(admin)
  for (const restaurantId of [kept, toDelete])
    await page.request.post('/api/favorites', { data: { restaurantId } })
  expect((await admin.delete(`/api/admin/restaurants/${toDelete}`)).status()).toBe(204)

  await page.goto('/profile')
  const notice = page.getByRole('article').filter({ hasText: 'Restaurant Unavailable' })
  await expect(notice.getByText('This restaurant is no longer in the database')).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect(page.getByText('Favorite removed', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()

  await cardOf(page, 'The Kept Kettle')
    .getByRole('button', { name: /favorite/i })
    .click()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
})

test('an unrated restaurant is rated from its card, the rating changed, and its comment removed', async ({
  page,
  signIn,
}) => {
  await signIn({ campusCode: 'waynesville' })
  await page.goto('/profile')
  await page.getByRole('tab', { name: /Unrated Restaurants/ }).click()
  await expect(page).toHaveURL(/tab=unrated/)
  await expect(page.getByRole('article').first()).toBeVisible()
  const name = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
  const dialog = page.getByRole('dialog', { name: /rat/i })
  // A click anywhere on its card, and its button.
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/rate=\d+/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Rate This Restaurant: ${name}` }).click()
  await dialog.getByRole('radio', { name: '5 stars' }).press('Space')
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText(`You rated ${name} with 5 stars!`, { exact: true })).toBeVisible()
  await expect(cardOf(page, name)).toBeHidden()

  await page.getByRole('tab', { name: /Your Ratings/ }).click()
  await expect(page).toHaveURL(/tab=ratings/)
  const edit = page.getByRole('button', { name: `Edit Your Rating of ${name}` })
  await edit.click()
  await dialog.getByRole('radio', { name: '1 star' }).press('Space')
  await dialog.getByLabel(/comment/i).fill('The kitchen has changed hands.')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  await expect(
    page.getByText(`You updated your rating for ${name} to 1 star!`, { exact: true }),
  ).toBeVisible()
  const comment = cardOf(page, name).getByText('The kitchen has changed hands.')
  await expect(comment).toBeVisible()
  await edit.click()
  await expect(dialog.getByRole('radio', { name: '1 star' })).toBeChecked()
  await dialog.getByLabel(/comment/i).fill('')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  // Behind the dialog no card has a role, so that none would be found.
  await expect(edit).toBeVisible()
  await expect(comment).toBeHidden()
})

test('hearts wait for the favorites; one that is being saved is listed', async ({ page, signIn }) => {
  await signIn()
  const releaseIds = await holdRequests(page, '**/api/favorites/restaurant-ids')
  await page.goto('/profile?tab=unrated')
  const card = cards(page).first()
  const heart = card.getByRole('button', { name: /favorite/i })
  await expect(heart).toHaveAttribute('aria-disabled', 'true')
  releaseIds()
  await expect(heart).not.toHaveAttribute('aria-disabled')

  const name = await card.getByRole('heading').innerText()
  const release = await holdRequests(page, '**/api/favorites')
  await heart.click()
  await page.getByRole('tab', { name: /^Favorites/ }).click()
  await expect(cardOf(page, name)).toBeVisible()
  await expect(page.getByText('Restaurant Unavailable')).toBeHidden()
  release()
  await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
  await expect(cardOf(page, name)).toBeVisible()
})

test('administrators have a badge', async ({ page, signIn }) => {
  for (const [role, badge] of [
    ['admin', 'ADMIN'],
    ['super-user', 'Super Admin'],
  ] as const) {
    await signIn({ role })
    await page.goto('/profile')
    const about = page.getByRole('region', { name: 'About you' })
    await expect(about.getByText(badge, { exact: true })).toBeVisible()
  }
})
