import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, holdRequests, ownHeaders, test } from '../support/fixtures.ts'
import { cardOf, cards, restaurantsNear } from '../support/restaurants.ts'

test('a favorite whose restaurant was deleted says so and can be removed', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const { id: kept } = await newRestaurant(admin, { name: 'The Kept Kettle' })
  const { id: toDelete } = await newRestaurant(admin)
  for (const restaurantId of [kept, toDelete]) {
    expect((await page.request.post('/api/favorites', { data: { restaurantId } })).status()).toBe(201)
  }
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
  expect(await (await page.request.get('/api/favorites')).json()).toEqual([])
})

test('an unrated restaurant can be rated from its card, and the rating can be changed', async ({
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
  await expect(page.getByText('Rating updated', { exact: true })).toBeVisible()
  await expect(
    page.getByText(`You updated your rating for ${name} to 1 star!`, { exact: true }),
  ).toBeVisible()
  const card = cardOf(page, name)
  await expect(card.getByText('The kitchen has changed hands.')).toBeVisible()

  await edit.click()
  await expect(dialog.getByRole('radio', { name: '1 star' })).toBeChecked()
  await dialog.getByLabel(/comment/i).fill('')
  await dialog.getByRole('button', { name: 'Update Rating' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText('The kitchen has changed hands.')).toBeHidden()
  const [own] = await (await page.request.get('/api/ratings')).json()
  expect(own).toMatchObject({ value: 1, comment: null })
})

test('a favorite that is still being saved already appears with its restaurant', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile?tab=unrated')
  const card = cards(page).first()
  const name = await card.getByRole('heading').innerText()
  const release = await holdRequests(page, '**/api/favorites')
  await card.getByRole('button', { name: /favorite/i }).click()
  await page.getByRole('tab', { name: /^Favorites/ }).click()
  await expect(cardOf(page, name)).toBeVisible()
  await expect(page.getByText('Restaurant Unavailable')).toBeHidden()
  release()
  await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
  await expect(cardOf(page, name)).toBeVisible()
})

test('the heart button is disabled until the favorites are loaded', async ({ page, signIn }) => {
  await signIn()
  const release = await holdRequests(page, '**/api/favorites/restaurant-ids')
  await page.goto('/profile?tab=unrated')
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /favorite/i })
  await expect(heart).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(heart).not.toHaveAttribute('aria-disabled')
})

test('a tab that cannot be loaded says why, and Retry loads it once the server is back', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.route('**/api/visits', route => route.abort())
  await page.goto('/profile?tab=visits')
  await expect(page.getByRole('tabpanel')).toContainText('The server can’t be reached.')
  await page.unroute('**/api/visits')
  // It may have come by itself meanwhile: what failed alone is also tried once more after the connection is checked.
  await page
    .getByRole('button', { name: 'Retry' })
    .or(page.getByRole('heading', { name: 'No visits yet' }))
    .click()
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
})

test('long lists in the profile only render what is near the viewport', async ({ page, signIn }) => {
  const many = 24
  await signIn()
  for (const { id: restaurantId } of (await restaurantsNear(page, 'matthews')).slice(0, many)) {
    for (const [path, data] of [
      ['/api/ratings', { restaurantId, value: 4 }],
      ['/api/favorites', { restaurantId }],
    ] as const) {
      expect((await page.request.post(path, { data })).status()).toBe(201)
    }
  }
  for (const tab of ['favorites', 'ratings']) {
    await page.goto(`/profile?tab=${tab}`)
    await expect(cards(page)).toHaveCount(many)
    await expect(cards(page).first().getByText('4 stars')).toBeVisible()
    const last = cards(page).last()
    await expect(last.getByText('All Staff Average'), 'its name only').toHaveCount(0)
    await last.getByRole('link').focus()
    await expect(last.getByText('4 stars')).toBeVisible()
    await expect(last.getByRole('link'), 'the focus survives the rerender').toBeFocused()
  }

  await page.request.post('/api/visits', { data: { restaurantId: 1 } })
  const [visit] = await (await page.request.get('/api/visits')).json()
  const months = Array.from({ length: many }, (_, n) => new Date(Date.UTC(2026, -n, 5)).toISOString())
  await page.route('**/api/visits', route =>
    route.fulfill({
      headers: ownHeaders,
      json: months.map((date, id) => ({ ...visit, id, date: date.slice(0, 10) })),
    }),
  )
  await page.goto('/profile?tab=visits')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(many)
  const isDrawn = (row: Locator) =>
    row.evaluate(item => item.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(() => isDrawn(rows.first())).toBe(true)
  await expect.poll(() => isDrawn(rows.last())).toBe(false)
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(rows.last())).toBe(true)
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

test('everything that is stored about me can be downloaded as one file', async ({ page, signIn }) => {
  const { email } = await signIn()
  await page.goto('/profile/edit')
  const link = page.getByRole('link', { name: 'Download your data' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('common-table-data.json')
  expect(await readFile(await download.path(), 'utf8')).toContain(email)
})
