import type { Locator, Page } from '@playwright/test'
import { expect, holdRequests } from '../support/fixtures.ts'
import { lunchOf, startLunch, test } from '../support/lunches.ts'
import { cardOf, restaurantsNear } from '../support/restaurants.ts'

/** Makes the change while the network hangs, until it counts as lost, then tries it again. */
async function hangAndTryAgain(page: Page, change: () => Promise<unknown>, shown: Locator): Promise<void> {
  const toast = page.locator('ol.toasts')
  // Everything hangs, and what was sent never arrives.
  await expect(page.getByText(/^Offline/)).toBeHidden()
  await page.route('**/api/**', () => undefined)
  await change()
  await expect(shown).toBeVisible()
  await expect(toast.getByText('Still saving…')).toBeVisible()
  await expect(toast.getByText('Not saved yet')).toBeVisible()
  await expect(shown, 'what isn’t saved isn’t shown as if it were').toBeHidden()
  await page.unroute('**/api/**')
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(shown).toBeVisible()
  await expect(toast.getByText(/^(You’re in|Vote saved|Added to favorites)$/)).toBeVisible()
}

test('a change that hangs is said to be unconfirmed, and can be tried again once the connection is lost: lunches, votes, hearts', async ({
  page,
  signIn,
}) => {
  const hal = await signIn({ firstName: 'Hal', lastName: 'Host' })
  const [one, two] = await restaurantsNear(page, 'arden')
  await startLunch(page.request, { restaurantIds: [one?.id, two?.id] })
  await signIn({ firstName: 'Vera', lastName: 'Viewer' })
  await page.goto('/?campus=arden')
  const card = lunchOf(page, hal)
  const heart = (does: RegExp) => cardOf(page, one?.name ?? '').getByRole('button', { name: does })
  await hangAndTryAgain(
    page,
    () => card.getByRole('button', { name: /^I’m in/ }).click(),
    card.getByRole('button', { name: /^I’m out/ }),
  )
  await hangAndTryAgain(page, () => heart(/to favorites$/).click(), heart(/from favorites$/))
  const vote = card.getByRole('button', { name: one?.name })
  const voted = card.getByRole('button', { name: one?.name, pressed: true })
  await hangAndTryAgain(page, () => vote.click(), voted)
})

test('while a rating hangs its form stays, and closes when it was saved at the second try', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  await page.goto(`/?campus=arden&rate=${place?.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
  await dialog.getByLabel('Comment').fill('The soup')
  await page.route('**/api/**', () => undefined)
  await dialog.getByRole('button', { name: 'Submit Rating' }).click()
  await expect(page.getByText('Still saving…').first()).toBeVisible()
  await expect(page.getByText('Not saved yet').first()).toBeVisible()
  await expect(dialog.getByLabel('Comment')).toHaveValue('The soup')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Rating submitted').first()).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a slow answer is waited for while the server can be reached, and only a warning in between', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=arden')
  const toast = page.locator('ol.toasts')
  const release = await holdRequests(page, '**/api/favorites')
  const heart = page.getByRole('button', { name: /to favorites$/ }).first()
  await heart.click()
  await expect(toast.getByText('Still saving…')).toBeVisible()
  // As long as it takes to find out that the connection is lost.
  await page.waitForTimeout(6_000)
  await expect(toast.getByText('Still saving…')).toBeVisible()
  release()
  await expect(toast.getByText('Added to favorites')).toBeVisible()
})
