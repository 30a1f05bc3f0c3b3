import { listLunches } from '#features/lunches/contract.ts'
import { addDays, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import {
  anotherScreen,
  dayNames,
  lunchOf,
  startLunch,
  test,
  today,
  weekday,
  zone,
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
  await lunchOf(bens, ana)
    .getByRole('button', { name: /^Lunch at/ })
    .click()
  const bensPage = bens.getByRole('dialog', { name: /^Lunch at/ })
  await expect(bensPage.getByText(`Every ${today} · 1 comes every time`)).toBeVisible()
  await bensPage.getByRole('button', { name: `Come every ${today}` }).tap()
  await expect(bens.getByText(`You come every ${today}`, { exact: true })).toBeVisible()
  await expect(bensPage.getByText(`Every ${today} · 2 come every time`)).toBeVisible()
  // Ben isn't in today's: who comes every time is said apart.
  await expect(bensPage.getByText('Who comes every time')).toBeVisible()
  await bensPage.getByRole('button', { name: /^I’m in/ }).click()
  await expect(bensPage.getByText('2 people are in')).toBeVisible()
  await expect(bensPage.getByText('Who comes every time'), 'the same as who is in').toHaveCount(0)
  await expect(bensPage.getByRole('button', { name: `Don’t come every ${today}` })).toBeVisible()
  await expect(bensPage.getByRole('button', { name: 'Skip this week' })).toHaveCount(0)
  await expectAccessible(bens)

  await lunchOf(page, ana)
    .getByRole('button', { name: /^Lunch at/ })
    .click()
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
  await again.getByRole('button', { name: /^Lunch at/ }).click()

  await dialog.getByRole('button', { name: 'Change what repeats' }).click()
  await dialog.getByLabel('Note', { exact: true }).fill('Bring an umbrella')
  await dialog.getByLabel(dayNames[(weekday + 2) % 7] ?? '').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Bring an umbrella')).toBeVisible()
  await expect
    .poll(async () => {
      const lunches = await (await page.request.get(listLunches.path)).json()
      return lunches.filter(({ standing }: { standing: object | null }) => standing).length
    })
    .toBe(2)

  await dialog.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('The lunch doesn’t repeat any more', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: /^Every/ })).toHaveCount(0)
})

test('whoever comes every time but is in another lunch reads so in the card', async ({
  page,
  ana,
  ben,
  signInAs,
}) => {
  const date = addDays(localDate(new Date(), zone), 1)
  const repeats = { campusCode: 'arden', weekdays: [weekdayOf(date)], time: '12:00' }
  await signInAs(ana)
  const { id } = await (await page.request.post('/api/standing-lunches', { data: repeats })).json()
  await signInAs(ben)
  await page.request.post(`/api/standing-lunches/${id}/regulars`)
  const [made] = await (await page.request.get(listLunches.path)).json()
  const [place] = await (await page.request.get('/api/restaurants/campus/arden')).json()
  const leavesAt = new Date(Date.parse(made.leavesAt) + 30 * 60_000).toISOString()
  await page.request.post('/api/lunches', {
    data: { campusCode: 'arden', leavesAt, restaurantIds: [place.id] },
  })
  await page.goto('/?campus=arden')
  await expect(lunchOf(page, ana)).toContainText('You are in another lunch')
})

test('a lunch whose first day falls on another lunch says that it begins later; a question isn’t covered by what is announced', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await (await page.request.get('/api/restaurants/campus/arden')).json()
  await startLunch(page.request, { restaurantIds: [place.id], seats: 4 })
  await page.goto('/?campus=arden&start=new')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel(`Repeat: every ${today}`).check()
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const toast = page.locator('ol.toasts li')
  await expect(toast).toContainText('The first time is left out: you are in another lunch then.')

  await page.getByRole('button', { name: /^Lunch at/ }).click()
  await page.getByRole('button', { name: 'Cancel lunch', exact: true }).press('Enter')
  const question = page.getByRole('alertdialog')
  const [shown, asked] = [await toast.boundingBox(), await question.boundingBox()]
  expect(shown && asked && shown.y + shown.height, 'the end of the toast').toBeLessThan(asked?.y ?? 0)
  await question.getByRole('button', { name: 'Cancel lunch' }).click()
  const lunch = page.getByRole('dialog', { name: /^Lunch at/ })
  await expect(lunch.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(lunch.getByText('1 person is in')).not.toContainText('left')
})
