import type { Locator } from '@playwright/test'
import { localTime } from '#kit/rules/time/zoned-time.ts'
import { newRestaurant } from '../support/administration.ts'
import { deleteLunches } from '../support/database.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { inMinutes, lunchOf, startLunch, test, zone } from '../support/lunches.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('who moves a lunch is told whom that books twice, and those are told on both cards', async ({
  page,
  hosting: { host, hosts },
  startLunchOf,
}) => {
  const [one, two] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { leavesAt: inMinutes(20), restaurantIds: [one?.id] })
  const other = await startLunchOf('Otis', { leavesAt: inMinutes(150), restaurantIds: [two?.id] })
  await page.goto('/?campus=arden')
  for (const card of [lunchOf(page, host), lunchOf(page, other)])
    await card.getByRole('button', { name: 'I’m in' }).click()
  await expect(lunchOf(page, other).getByRole('button', { name: 'I’m out' })).toBeVisible()

  await hosts.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = hosts.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change time or place to meet' }).click()
  await dialog.getByLabel('Time').fill(localTime(new Date(inMinutes(65)), zone))
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = hosts.getByRole('alertdialog', { name: '1 person would be in two lunches' })
  await expectAccessible(hosts)
  await question.getByRole('button', { name: 'Move it anyway' }).click()
  await expect(hosts.getByText('Lunch saved', { exact: true })).toBeVisible()

  await expect(page.getByText(/^You’re also in the lunch at .* Leave one of them\.$/)).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'You’re also in at' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Open it' }).click()
  const own = page.getByRole('dialog')
  await expect(own.getByText(/^You’re also in the lunch at /)).toBeVisible()
  await expectAccessible(page)
  await own.getByRole('button', { name: 'I’m out' }).click()
  await expect(own.getByText(/^You’re also in/)).toBeHidden()
  await own.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('You’re also in at')).toHaveCount(0)
})

test('a place that goes is said to who voted for it, and a host can open the vote again', async ({
  page,
  admin,
  hosting: { host, hosts },
}) => {
  const { id: gone } = await newRestaurant(admin, { name: 'Gone Grill', campusCode: 'arden' })
  const { id: there } = await newRestaurant(admin, { name: 'Still Here', campusCode: 'arden' })
  const lunch = await startLunch(hosts.request, { restaurantIds: [gone, there] })
  await page.goto('/?campus=arden')
  await lunchOf(page, host)
    .getByRole('button', { name: /^Gone Grill/ })
    .click()
  await expect(page.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
  await admin.delete(`/api/admin/restaurants/${gone}`)
  await expect(page.getByText('Your vote for it doesn’t count.', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('article').filter({ hasText: 'Gone Grill is no longer available' }),
  ).toHaveCount(1)

  await hosts.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = hosts.getByRole('dialog')
  await expect(dialog).toContainText('Gone Grill is no longer available. Votes for it don’t count.')
  await dialog.getByRole('button', { name: 'Close the vote now' }).click()
  await hosts.getByRole('button', { name: 'Go to Still Here' }).click()
  await expect(lunchOf(page, host)).toContainText('Still Here')
  await admin.delete(`/api/admin/restaurants/${there}`)
  await expect(lunchOf(page, host)).toContainText('No longer available')
  await dialog.getByRole('button', { name: 'Open the vote again' }).click()
  await expect(dialog.getByRole('heading', { name: /^Vote until/ })).toBeVisible()
  await expect(page.getByText('The vote is open again', { exact: true })).toBeVisible()

  await hosts.request.post(`/api/lunches/${lunch.id}/decision`, { data: {} })
  await expect(lunchOf(page, host)).toContainText('No place was left to choose. The host can choose one.')
  const [place] = await restaurantsNear(page, 'arden')
  await dialog.getByRole('combobox', { name: 'Choose a place' }).fill(place?.name ?? '')
  await hosts.getByRole('listbox').getByRole('option').first().click()
  await expect(dialog.getByRole('region', { name: 'Place' })).toContainText('Host’s choice')
})

test('a host who leaves is told who takes over, and takes it back with the votes, unless the next one has left', async ({
  page,
  admin,
  hosting: { hosts, host },
}) => {
  const [one, two] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(hosts.request, { restaurantIds: [one?.id, two?.id] })
  await hosts.request.put(`/api/lunches/${lunch.id}/votes`, { data: { restaurantIds: [two?.id] } })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const own = page.getByRole('dialog')
  await own.getByRole('button', { name: /^I’m in/ }).click()
  const isHost = own.getByRole('heading', { name: 'You’re the host' })
  await expect(own.getByRole('button', { name: /^I’m out/ })).toBeVisible()
  await expect(isHost).toBeHidden()

  await hosts.goto('/?campus=arden')
  await lunchOf(hosts, host)
    .getByRole('button', { name: /^I’m out/ })
    .click()
  await expect(hosts.getByText('Vera Viewer is the host now', { exact: true })).toBeVisible()
  await expect(page.getByText('You’re the host now', { exact: true })).toBeVisible()
  await expect(isHost).toBeVisible()

  await hosts.getByRole('button', { name: 'Undo' }).click()
  await expect(hosts.getByText('You’re the host again', { exact: true })).toBeVisible()
  await expect(page.getByText('Hazel Host is the host again', { exact: true })).toBeVisible()
  await expect(isHost).toBeHidden()
  await expect(own.getByRole('region', { name: /^Vote/ })).toContainText('Hazel Host')

  await admin.post(`/api/lunches/${lunch.id}/people`, { data: {} })
  await lunchOf(hosts, host)
    .getByRole('button', { name: /^I’m out/ })
    .click()
  await expect(isHost).toBeVisible()
  await page.request.delete(`/api/lunches/${lunch.id}/people`)
  await hosts.getByRole('button', { name: 'Undo' }).click()
  await expect(hosts.locator('ol.toasts').getByText('You’re in', { exact: true })).toBeVisible()
})

test('the first lunch of the day moves nothing for somebody who has scrolled past it', async ({
  page,
  server,
  hosting: { hosts },
}) => {
  const heading = page.getByRole('heading', { name: 'Arden Restaurants' })
  const top = async () => Math.round((await heading.boundingBox())?.y ?? 0)
  for (const scrolled of [230, 250, 260, 270, 280, 290, 300, 320]) {
    await page.goto('/?campus=arden')
    await expect(page.getByText('Nobody has started a lunch yet')).toBeVisible()
    await page.evaluate(y => scrollTo(0, y), scrolled)
    const before = await top()
    await startLunch(hosts.request)
    await expect(page.getByRole('article').filter({ hasText: 'Hazel Host' })).toBeAttached()
    expect([scrolled, await top()]).toEqual([scrolled, before])
    deleteLunches(server)
  }
})

test('after a start no toast lies over what the host needs, and Back takes back one question at a time', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`/?campus=arden&restaurant=${place?.id}`)
    await page.getByRole('button', { name: 'Start a lunch here' }).tap()
    await page.getByRole('button', { name: 'Start lunch' }).tap()
    const lunch = page.getByRole('dialog', { name: /^Lunch at/ })
    const toast = page.locator('.toasts > *')
    await expect(toast).toContainText('Lunch started')
    // It stays while another window is in front.
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    await expect(lunch.getByRole('button', { name: 'Cancel lunch' })).toBeVisible()
    await expect.poll(() => coveredIn(lunch), `at ${viewport.width}`).toEqual([])
    await lunch.getByRole('button', { name: 'Cancel lunch' }).tap()
    const question = page.getByRole('alertdialog', { name: 'Cancel this lunch?' })
    await expect(question).toBeVisible()
    await expect(toast, 'did not have to go first').toBeVisible()
    await expect.poll(() => coveredIn(question), `of the question at ${viewport.width}`).toEqual([])
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(lunch).toBeVisible()
    await lunch.getByRole('button', { name: 'Cancel lunch' }).tap()
    await question.getByRole('button', { name: 'Cancel lunch' }).tap()
    await expect(lunch.getByText('Cancelled', { exact: true })).toBeVisible()
  }
})

/** The names of the buttons that a toast covers; null while it moves to the dialog that has opened. */
const coveredIn = (dialog: Locator) =>
  dialog.evaluate(panel => {
    const toast = document.querySelector('.toasts > *')
    if (!toast) return null
    const top = toast.getBoundingClientRect()
    return Array.from(panel.querySelectorAll('button'))
      .filter(button => {
        const { left, right, top: y, bottom } = button.getBoundingClientRect()
        return left < top.right && top.left < right && y < top.bottom && top.top < bottom
      })
      .map(button => button.textContent || button.getAttribute('aria-label'))
  })
