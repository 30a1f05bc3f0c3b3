import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { anotherScreen, lunchOf, test, today, weekday } from '../support/lunches.ts'
import { pushState, subscribeLocally } from '../support/push.ts'

test.use({ serviceWorkers: 'allow' })

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

test('by keyboard alone: repeating a lunch, a suggestion, coming every time, and back to the card', {
  tag: '@main',
}, async ({ page, browser, server, ana, ben, signInAs }) => {
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel(`Repeat: every ${today}`).press('Space')
  await expect(sheet.getByLabel(`Repeat: every ${today}`)).toBeChecked()
  await sheet.getByRole('button', { name: 'Start lunch' }).press('Enter')
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the form').toHaveCount(1)

  const card = lunchOf(page, ana).getByRole('button', { name: /^Lunch at/ })
  await card.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Suggest a place' }).press('Enter')
  const adds = dialog.getByRole('button', { name: /^Add .+/ }).and(dialog.locator('li button'))
  await expect(adds.first()).toBeVisible()
  await expect(
    page.locator('[role=dialog]:focus, [role=dialog] :focus'),
    'after asking for suggestions',
  ).toHaveCount(1)
  await adds.first().press('Enter')
  await expect(page.getByText('Place added', { exact: true })).toBeVisible()
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus'), 'after adding one').toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Place added', { exact: true }), 'the message is above the lunch').toHaveCount(
    0,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the lunch').toHaveCount(1)

  const bens = await anotherScreen(browser, server, ben)
  const bensCard = lunchOf(bens, ana)
    .filter({ hasText: `Every ${today}` })
    .getByRole('button', { name: /^Lunch at/ })
  await bensCard.press('Enter')
  const bensDialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await bensDialog.getByRole('button', { name: `Come every ${today}` }).press('Enter')
  const stop = bensDialog.getByRole('button', { name: `Don’t come every ${today}` })
  await expect(stop).toBeVisible()
  await expect(
    bens.locator('[role=dialog]:focus, [role=dialog] :focus'),
    'after coming every time',
  ).toHaveCount(1)
  // The first closes the message above the lunch.
  await bens.keyboard.press('Escape')
  await expect(bens.locator('ol.toasts li')).toHaveCount(0)
  await bens.keyboard.press('Escape')
  await expect(bensDialog).toHaveCount(0)
  await expect(bensCard).toBeFocused()
  await bens.context().close()
})

test('by keyboard alone: notifications on, a week skipped and not, the lunch handed over and left', async ({
  page,
  context,
  ana,
  ben,
  signInAs,
}) => {
  await subscribeLocally(context)
  await signInAs(ana)
  const weekly = { campusCode: 'arden', weekdays: [weekday], time: '12:00' }
  const { id } = await (await page.request.post('/api/standing-lunches', { data: weekly })).json()
  await signInAs(ben)
  expect((await page.request.post(`/api/standing-lunches/${id}/regulars`)).status()).toBe(200)
  await signInAs(ana)

  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  const here = section.getByRole('switch', { name: 'Notify me on this device' })
  await tabTo(page, here, 'Space')
  await expect(here).toBeChecked()
  await expect(here).toBeFocused()
  const after = section.getByRole('checkbox', { name: 'How was it?' })
  await tabTo(page, after, 'Space')
  await expect(section.getByText('Saved')).toBeVisible()
  await expect(after).toBeFocused()
  expect((await pushState(page)).devices).toHaveLength(1)

  await page.goto('/?campus=arden')
  const card = lunchOf(page, ana).filter({ hasText: `Every ${today}` })
  await tabTo(page, card.getByRole('button', { name: /^Lunch at/ }), 'Enter')
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const expectFocusInside = (when: string) =>
    expect(page.locator('[role=dialog]:focus, [role=dialog] :focus'), when).toHaveCount(1)
  await tabTo(page, dialog.getByRole('button', { name: 'Skip this week' }), 'Enter')
  await expect(page.getByText('Lunch skipped', { exact: true })).toBeVisible()
  await expectFocusInside('after skipping')
  await tabTo(page, dialog.getByRole('button', { name: 'Don’t skip it' }), 'Enter')
  await expect(page.getByText('Lunch isn’t skipped any more', { exact: true })).toBeVisible()
  await expectFocusInside('after not skipping')
  await page.keyboard.press('Escape')
  await expect(page.locator('ol.toasts li')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus'), 'after the lunch').toHaveCount(1)

  await tabTo(page, card.getByRole('button', { name: /^Lunch at/ }), 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: `Don’t come every ${today}` }), 'Enter')
  await expect(dialog.getByText(/1 comes every time$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Skip this week' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: `Come every ${today}` })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: /^I’m out/ }), 'Enter')
  await expect(dialog.getByText('1 person is in')).toBeVisible()
  await expectFocusInside('after leaving')
  const [standing] = await (await page.request.get('/api/standing-lunches?campusCode=arden')).json()
  expect(standing.host).toMatchObject({ firstName: 'Ben' })
})
