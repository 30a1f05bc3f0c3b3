import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, test, titleOf, today } from '../support/lunches.ts'

/** Walks to something by the Tab key, forward or back, and presses a key on it. */
async function tabTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible()
  const way = await target.evaluate(element => {
    const from = document.activeElement ?? document.body
    return from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
  })
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate(element => element === document.activeElement)) return page.keyboard.press(key)
    await page.keyboard.press(way)
  }
  throw new Error(`The Tab key doesn’t reach ${target}`)
}

/** After what was pressed has gone, the focus is still in the open dialog. */
const expectFocusInside = (page: Page, when: string) =>
  expect(page.locator('[role=dialog]:focus, [role=dialog] :focus'), when).toHaveCount(1)

/** The first press closes the message above the lunch. */
async function escapeTwice(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('ol.toasts li')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Lunch at/ })).toHaveCount(0)
}

test('by keyboard alone: a lunch is repeated, gets a suggestion, is skipped and not, handed over and left', {
  tag: '@main',
}, async ({ page, browser, server, ana, ben, signInAs }) => {
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await tabTo(page, page.getByRole('button', { name: 'Start a lunch', exact: true }), 'Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await tabTo(page, sheet.getByLabel(`Repeat: every ${today}`), 'Space')
  await tabTo(page, sheet.getByRole('button', { name: 'Start lunch' }), 'Enter')
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the form').toHaveCount(1)

  const bens = await anotherScreen(browser, server, ben)
  const bensDialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await tabTo(bens, titleOf(lunchOf(bens, ana)), 'Enter')
  await tabTo(bens, bensDialog.getByRole('button', { name: `Come every ${today}` }), 'Enter')
  await expect(bensDialog.getByRole('button', { name: `Don’t come every ${today}` })).toBeVisible()
  await expectFocusInside(bens, 'after coming every time')
  await escapeTwice(bens)
  await expect(titleOf(lunchOf(bens, ana))).toBeFocused()
  await bens.context().close()

  const card = lunchOf(page, ana).filter({ hasText: `Every ${today}` })
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await tabTo(page, titleOf(card), 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Suggest a place' }), 'Enter')
  const adds = dialog.getByRole('button', { name: /^Add .+/ }).and(dialog.locator('li button'))
  await expect(adds.first()).toBeVisible()
  await expectFocusInside(page, 'after asking for suggestions')
  await tabTo(page, adds.first(), 'Enter')
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  await expectFocusInside(page, 'after adding one')
  await tabTo(page, dialog.getByRole('button', { name: 'Skip this week' }), 'Enter')
  await expect(page.getByText('Lunch skipped', { exact: true })).toBeVisible()
  await expectFocusInside(page, 'after skipping')
  await tabTo(page, dialog.getByRole('button', { name: 'Don’t skip it' }), 'Enter')
  await expect(page.getByText('Lunch isn’t skipped any more', { exact: true })).toBeVisible()
  await expectFocusInside(page, 'after not skipping')
  await escapeTwice(page)
  await expect(page.locator(':focus'), 'after the lunch').toHaveCount(1)

  await tabTo(page, titleOf(card), 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: `Don’t come every ${today}` }), 'Enter')
  await expect(dialog.getByText(/1 comes every time$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Skip this week' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: `Come every ${today}` })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: /^I’m out/ }), 'Enter')
  await expect(dialog.getByText('1 person is in')).toBeVisible()
  await expectFocusInside(page, 'after leaving')
})
