import type { Page } from '@playwright/test'
import type { Lunch } from '#features/lunches/contract.ts'
import { localTime } from '#kit/rules/time/zoned-time.ts'
import { markLunchDeparted } from '../../support/database.ts'
import { expect, expectAccessible, layoutShiftOf, waitForContent } from '../../support/fixtures.ts'
import {
  anotherScreen,
  lunchesOn,
  lunchOf,
  startLunch,
  test,
  today as weekdayName,
  zone,
} from '../../support/lunches.ts'
import { disconnect, restaurantsNear } from '../../support/restaurants.ts'

const starts = (page: Page) => lunchesOn(page).getByRole('button', { name: /^Start ?,/ })
const lunchesOf = async (page: Page): Promise<Lunch[]> =>
  (await page.request.get('/api/lunches?campusCode=arden')).json()

test('one tap starts a lunch, its page asks to tell the others, and another tap takes it back', {
  tag: '@main',
}, async ({ page, browser, server, ana, ben, signInAs }) => {
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await waitForContent(page)
  await expect(lunchesOn(page)).toContainText('The nearest, hours not available')
  const picture = await lunchesOn(page).getByRole('listitem').first().boundingBox()
  expect(picture?.y, 'the first food').toBeLessThan(260)
  expect(picture?.height).toBeLessThanOrEqual(168)
  expect(await layoutShiftOf(page), 'nothing has moved').toBeLessThan(0.01)
  const bens = await anotherScreen(browser, server, ben)
  await expect(starts(bens).first()).toBeVisible()

  await starts(page).first().dblclick()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await expect(dialog.getByRole('heading', { name: 'Now tell the others' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^(Share|Copy the link)$/ })).toBeVisible()
  await expect(page.getByText('Lunch started', { exact: true })).toBeVisible()
  const [lunch, ...more] = await lunchesOf(page)
  expect(more, 'a double click starts one').toEqual([])
  await expect(lunchOf(bens, ana)).toContainText(lunch?.decision?.name ?? 'a place')
  await expect(starts(bens)).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Lunch taken back', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(starts(page).first()).toBeVisible()
  await expect(starts(bens).first()).toBeVisible()
  for (const screen of [page, bens]) {
    await expect(screen.getByText('Nobody has started a lunch yet')).toBeVisible()
    await expect(lunchesOn(screen).getByRole('article')).toHaveCount(0)
  }
  await bens.context().close()
})

test('a start isn’t taken back from somebody who has joined meanwhile', async ({ page, admin, signIn }) => {
  await signIn({ firstName: 'Vera' })
  await page.goto('/?campus=arden')
  await starts(page).first().click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const [lunch] = await lunchesOf(page)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await admin.post(`/api/lunches/${lunch?.id}/people`, { data: {} })
  await expect(dialog.getByRole('heading', { name: '2 people are in' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Now tell the others' })).toBeHidden()
  await undo.click()
  await expect(page.getByText('Somebody has joined already', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: '2 people are in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open it' }), 'it is open').toBeHidden()
})

test('a tap beside the button opens the sheet filled in, also after a reload and by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn({ firstName: 'Vera' })
  const places = await restaurantsNear(page, 'arden')
  await page.goto('/?campus=arden')
  const vote = lunchesOn(page).getByRole('listitem').filter({ hasText: 'A vote: ' })
  const chosen = await vote.getByRole('heading').innerText()
  await vote.getByRole('heading').getByRole('button').press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  const removes = sheet.getByRole('button', { name: /^Remove / })
  await expect(removes).toHaveCount(3)
  for (const { name } of places.filter(place => chosen.includes(place.name)))
    await expect(sheet.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible()
  await page.reload()
  await expect(removes).toHaveCount(3)
  await removes.first().click()
  await page.reload()
  await expect(removes, 'the draft, not the address').toHaveCount(2)
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await expect(dialog.getByRole('heading', { name: 'Now tell the others' })).toBeVisible()
  expect((await lunchesOf(page))[0]).toMatchObject({ state: 'voting', options: [{}, {}] })
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\?campus=arden$/)
})

test('after 1:30 PM starters are of tomorrow, although the page is open since before', async ({
  page,
  server,
  signIn,
}) => {
  await signIn({ firstName: 'Vera' })
  await page.clock.install()
  await page.goto('/?campus=arden')
  await expect(starts(page).first()).toHaveAccessibleName(/12:00 PM$/)
  // Otherwise the server would correct the page's clock.
  await disconnect(page, server)
  const [hours = 0, minutes = 0] = localTime(new Date(), zone).split(':').map(Number)
  await page.clock.fastForward(((13 - hours) * 60 + 31 - minutes) * 60_000)
  await expect(starts(page).first()).toHaveAccessibleName(/12:00 PM tomorrow$/)
  await expectAccessible(page)
})

test('after two lunches on one day of the week it is proposed to repeat them, and that is taken back too', async ({
  page,
  server,
  signIn,
}) => {
  const vera = await signIn({ firstName: 'Vera' })
  const [one, two] = await restaurantsNear(page, 'arden')
  for (const [weeks, place] of [
    [1, one],
    [2, two],
  ] as const) {
    const { id } = await startLunch(page.request, { restaurantIds: [place?.id] })
    markLunchDeparted(server, id, weeks * 7 * 24 * 60)
  }
  await page.goto('/?campus=arden')
  const card = lunchesOn(page)
    .getByRole('listitem')
    .filter({ hasText: `Every ${weekdayName}?` })
  await card.getByRole('heading').getByRole('button').click()
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await expect(sheet.getByLabel(`Repeat: every ${weekdayName}`)).toBeChecked()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await card.getByRole('button', { name: /^Start ?,/ }).click()
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  await expect(lunchOf(page, vera)).toContainText(`Every ${weekdayName}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The lunch doesn’t repeat any more', { exact: true })).toBeVisible()
  await expect(card).toBeVisible()
})
