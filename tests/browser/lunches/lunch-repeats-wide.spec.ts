import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible } from '../support/fixtures.ts'
import {
  anotherScreen,
  dayNames,
  lunchOf,
  startLunch,
  test,
  titleOf,
  today,
  weekday,
} from '../support/lunches.ts'

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

test('by keyboard alone: a lunch repeats, a colleague comes every time, the host skips a week, changes it, hands it over', {
  tag: '@main',
}, async ({ page, browser, server, ana, ben, signInAs }) => {
  test.slow()
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await tabTo(page, page.getByRole('button', { name: 'Start a lunch', exact: true }), 'Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await tabTo(page, sheet.getByLabel(`Repeat: every ${today}`), 'Space')
  await expect(
    sheet.getByText(/^Made six days ahead, .* Without places, three are drawn each time\.$/),
  ).toBeVisible()
  await tabTo(page, sheet.getByRole('button', { name: 'Start lunch' }), 'Enter')
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(page.getByText(`Every ${today} at 12:00 PM`, { exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the form').toHaveCount(1)

  const bens = await anotherScreen(browser, server, ben)
  const bensDialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await tabTo(bens, titleOf(lunchOf(bens, ana)), 'Enter')
  await expect(bensDialog.getByText(`Every ${today} · 1 comes every time`)).toBeVisible()
  await tabTo(bens, bensDialog.getByRole('button', { name: `Come every ${today}` }), 'Enter')
  await expect(bens.getByText(`You come every ${today}`, { exact: true })).toBeVisible()
  await expect(bensDialog.getByText(`Every ${today} · 2 come every time`)).toBeVisible()
  await expectFocusInside(bens, 'after coming every time')
  // Ben isn't in today's: who comes every time is said apart.
  await expect(bensDialog.getByText('Who comes every time')).toBeVisible()
  await expectAccessible(bens)
  await tabTo(bens, bensDialog.getByRole('button', { name: /^I’m in/ }), 'Enter')
  await expect(bensDialog.getByText('2 people are in')).toBeVisible()
  await expect(bensDialog.getByText('Who comes every time'), 'the same as who is in').toHaveCount(0)
  await expect(bensDialog.getByRole('button', { name: 'Skip this week' })).toHaveCount(0)
  await escapeTwice(bens)
  await expect(titleOf(lunchOf(bens, ana))).toBeFocused()

  const card = lunchOf(page, ana).filter({ hasText: `Every ${today}` })
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await tabTo(page, titleOf(card), 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Skip this week' }), 'Enter')
  await expect(page.getByText('Lunch skipped', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectFocusInside(page, 'after skipping')
  await tabTo(page, dialog.getByRole('button', { name: 'Don’t skip it' }), 'Enter')
  await expect(page.getByText('Lunch isn’t skipped any more', { exact: true })).toBeVisible()
  await expectFocusInside(page, 'after not skipping')
  // The page shows the new one, with both regulars; the cancelled one stays in the list until midnight.
  await expect(dialog.getByText('2 people are in')).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toHaveCount(0)
  await escapeTwice(page)
  await expect(page.locator(':focus'), 'after the lunch').toHaveCount(1)
  await expect(card).toHaveCount(1)

  await tabTo(page, titleOf(card), 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Change what repeats' }), 'Enter')
  await dialog.getByLabel('Note', { exact: true }).fill('Bring an umbrella')
  await dialog.getByLabel(dayNames[(weekday + 2) % 7] ?? '').press('Space')
  await expectAccessible(page)
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }), 'Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Bring an umbrella')).toBeVisible()
  await expect(dialog.getByText(/^Every .+ and .+ · 2 come every time/)).toBeVisible()

  await tabTo(page, dialog.getByRole('button', { name: /^Don’t come every/ }), 'Enter')
  await expect(dialog.getByText(/1 comes every time$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change what repeats' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Come every/ })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: /^I’m out/ }), 'Enter')
  await expect(dialog.getByText('1 person is in')).toBeVisible()
  await expectFocusInside(page, 'after leaving')

  await bens.reload()
  await tabTo(bens, titleOf(lunchOf(bens, ben)).first(), 'Enter')
  await tabTo(bens, bensDialog.getByRole('button', { name: 'End it' }), 'Enter')
  await bens.getByRole('alertdialog').getByRole('button', { name: 'End it' }).press('Enter')
  await expect(bens.getByText('The lunch doesn’t repeat any more', { exact: true })).toBeVisible()
  await expect(bensDialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(bensDialog.getByRole('heading', { name: /^Every/ })).toHaveCount(0)
  await bens.context().close()
})

test('who comes every time but is in another lunch then reads so in the card, and when they start one', async ({
  page,
  ana,
  ben,
  signInAs,
}) => {
  const repeats = { campusCode: 'arden', weekdays: [weekday], time: '12:00' }
  await signInAs(ana)
  const { id } = await (await page.request.post('/api/standing-lunches', { data: repeats })).json()
  await signInAs(ben)
  await startLunch(page.request)
  await page.request.post(`/api/standing-lunches/${id}/regulars`)
  await page.goto('/?campus=arden')
  await expect(lunchOf(page, ana)).toContainText('You are in another lunch')

  await page.goto('/?campus=arden&start=new')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel(`Repeat: every ${today}`).check()
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const left = 'The first time is left out: you are in another lunch then.'
  await expect(page.locator('ol.toasts li')).toContainText(left)
})
