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

test('a lunch repeats, a colleague comes every time, and the host skips a week, changes and ends it', {
  tag: '@main',
}, async ({ page, browser, server, ana, ben, signInAs }) => {
  await signInAs(ana)
  await page.goto('/?campus=arden&start=new')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByText(`Repeat: every ${today}`).tap()
  await expect(
    sheet.getByText(/^Made six days ahead, .* Without places, three are drawn each time\.$/),
  ).toBeVisible()
  await sheet.getByRole('button', { name: 'Start lunch' }).tap()
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(page.getByText(`Every ${today} at 12:00 PM`, { exact: true })).toBeVisible()
  await expect(lunchOf(page, ana)).toContainText(`Every ${today}`)

  const bens = await anotherScreen(browser, server, ben, { hasTouch: true })
  await expect(lunchOf(bens, ana)).toContainText(`Every ${today}`)
  await titleOf(lunchOf(bens, ana)).click()
  const bensPage = bens.getByRole('dialog', { name: /^Lunch at/ })
  await expect(bensPage.getByText(`Every ${today} · 1 comes every time`)).toBeVisible()
  await bensPage.getByRole('button', { name: `Come every ${today}` }).tap()
  await expect(bens.getByText(`You come every ${today}`, { exact: true })).toBeVisible()
  await expect(bensPage.getByText(`Every ${today} · 2 come every time`)).toBeVisible()
  // Ben isn't in today's: who comes every time is said apart.
  await expect(bensPage.getByText('Who comes every time')).toBeVisible()
  await expectAccessible(bens)
  await bensPage.getByRole('button', { name: /^I’m in/ }).click()
  await expect(bensPage.getByText('2 people are in')).toBeVisible()
  await expect(bensPage.getByText('Who comes every time'), 'the same as who is in').toHaveCount(0)
  await expect(bensPage.getByRole('button', { name: 'Skip this week' })).toHaveCount(0)

  await titleOf(lunchOf(page, ana)).click()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Skip this week' }).click()
  await expect(page.getByText('Lunch skipped', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Don’t skip it' }).click()
  await expect(page.getByText('Lunch isn’t skipped any more', { exact: true })).toBeVisible()
  // The page shows the new one, with both regulars; the cancelled one stays in the list until midnight.
  await expect(dialog.getByText('2 people are in')).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toHaveCount(0)
  // Escape would close the toast first.
  await dialog.getByRole('button', { name: 'Close', exact: true }).tap()
  await expect(dialog).toHaveCount(0)
  const again = lunchOf(page, ana).filter({ hasText: `Every ${today}` })
  await expect(again).toHaveCount(1)
  await titleOf(again).click()

  await dialog.getByRole('button', { name: 'Change what repeats' }).click()
  await dialog.getByLabel('Note', { exact: true }).fill('Bring an umbrella')
  await dialog.getByLabel(dayNames[(weekday + 2) % 7] ?? '').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Bring an umbrella')).toBeVisible()
  await expect(dialog.getByText(/^Every .+ and .+ · 2 come every time/)).toBeVisible()

  await dialog.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('The lunch doesn’t repeat any more', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: /^Every/ })).toHaveCount(0)
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
