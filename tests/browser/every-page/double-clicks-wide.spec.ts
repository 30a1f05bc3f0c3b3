import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { boxOf, cards, restaurantsNear } from '../support/restaurants.ts'

type Box = Awaited<ReturnType<typeof boxOf>>

/** One click of a double click. Most people take longer for the second one than the page takes to change. */
async function press(page: Page, { x, y, width, height }: Box, clickCount: 1 | 2) {
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
  // Closing a dialog, for example, happens in the next tasks.
  if (clickCount === 2) await page.waitForTimeout(200)
}

test('the second click of a double click is meant for nothing that a dialog has brought or uncovered', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const dialog = page.getByRole('dialog')
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const start = page.getByRole('button', { name: 'Start a lunch', exact: true }).first()
  const opener = await boxOf(start)
  for (const isInside of [false, true]) {
    await press(page, opener, 1)
    // Until it stands still.
    await cancel.hover()
    const closer = await boxOf(cancel)
    await press(page, isInside ? closer : opener, 2)
    await expect(dialog).toBeVisible()
    await press(page, closer, 1)
    await expect(dialog).toBeHidden()
    await press(page, closer, 2)
    await expect(dialog, 'of the card below').toBeHidden()
  }
  await start.click()
  await expect(dialog).toBeVisible()
  await page.mouse.dblclick(20, 500)
  await expect(dialog, 'later, a click outside closes').toBeHidden()
})

test('it does not remove the next entry of a list, too, but counts on the same button', async ({
  page,
  signIn,
}) => {
  await signIn()
  for (const { id: restaurantId } of (await restaurantsNear(page, 'arden')).slice(0, 2))
    await page.request.post('/api/favorites', { data: { restaurantId } })
  await page.goto('/profile')
  await expect(cards(page)).toHaveCount(2)
  const heart = await boxOf(
    cards(page)
      .first()
      .getByRole('button', { name: /favorites$/ }),
  )
  await press(page, heart, 1)
  await expect(cards(page)).toHaveCount(1)
  await press(page, heart, 2)
  await expect(cards(page)).toHaveCount(1)

  await page.goto('/profile/edit')
  const password = page.getByRole('button', { name: 'Show password' }).first()
  await password.dblclick()
  await expect(password).toHaveAttribute('aria-pressed', 'false')
})
