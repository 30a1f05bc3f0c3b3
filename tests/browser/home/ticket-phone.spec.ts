import type { Locator, Page } from '@playwright/test'
import { deleteLunches, markLunchDeparted } from '../support/database.ts'
import { expect, expectAccessible, waitForContent } from '../support/fixtures.ts'
import { anotherScreen, inMinutes, lunchesOn, lunchOf, startLunch, test } from '../support/lunches.ts'
import { subscribeLocally } from '../support/push.ts'
import { boxOf, disconnect, restaurantsNear } from '../support/restaurants.ts'

test.use({ serviceWorkers: 'allow' })

const heard = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('the ticket of one’s own lunch goes through all its steps by itself, while a colleague joins', {
  tag: '@main',
}, async ({ page, context, browser, server, ana, ben, signInAs }) => {
  await subscribeLocally(context)
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async data => void shared.push(data?.url)
  })
  await page.clock.install()
  await signInAs(ana)
  const [one, two] = await restaurantsNear(page, 'arden')
  const fields = { leavesAt: inMinutes(70), decidesAt: inMinutes(60), meetingPoint: 'the lobby' }
  const lunch = await startLunch(page.request, { ...fields, restaurantIds: [one?.id, two?.id] })
  await page.goto('/?campus=arden')
  const ticket = lunchOf(page, ana)
  const step = (name: string) => ticket.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(ticket.getByText('You’re in', { exact: true })).toBeVisible()
  await expect(ticket).toContainText('Vote until')
  await expect(step('Tell')).toHaveCount(0)
  expect((await boxOf(ticket)).width, 'the whole width but the edges').toBe(390 - 2 * 16)

  const tile = ticket.getByRole('button', { name: new RegExp(`^${one?.name}`) })
  await tile.click()
  await expect(tile).toHaveAttribute('aria-pressed', 'true')
  await step('Tell the others').dblclick()
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared'))
  await expect.poll(shared, 'once').toEqual([expect.stringContaining(`lunch=${lunch.id}`)])

  const bens = await anotherScreen(browser, server, ben)
  await lunchOf(bens, ana)
    .getByRole('button', { name: /^I’m in/ })
    .click()
  await expect(heard(page, 'Ben Birch is in')).toHaveCount(1)
  await step('Tell me when it leaves').click()
  await expect(page.getByText('You’ll know when it leaves', { exact: true })).toBeVisible()
  await expect(step('Tell me when it leaves')).toHaveCount(0)
  await page.request.post(`/api/lunches/${lunch.id}/decision`, { data: {} })
  const directions = ticket.getByRole('link', { name: /^Directions/ })
  await expect(directions).toHaveAttribute('href', /^https:.*maps\/dir\/.*destination=/)

  // Otherwise the server would correct the page's clock.
  const reconnect = await disconnect(page, server)
  await page.clock.fastForward('56:00')
  await expect(ticket).toContainText('Leaves in 14 min from the lobby')
  await expect(heard(page, 'Leaves in 14 min from the lobby'), 'once').toHaveCount(1)
  const bar = page.getByRole('complementary', { name: 'Your lunch' })
  await expect(bar, 'the ticket is it').toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 900))
  await expect(bar).toContainText(one?.name ?? '')
  await expect(bar).toContainText('Leaves in 14 min from the lobby')
  const header = await boxOf(page.getByRole('banner'))
  expect((await boxOf(bar)).y, 'under the header').toBe(header.bottom)
  await expectAccessible(page)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toHaveCount(0)

  await page.clock.fastForward('15:00')
  await expect(ticket).toContainText('Has left')
  await expect(heard(page, 'Your lunch has left')).toHaveCount(1)
  await expect(directions).toBeVisible()
  await expect(ticket.getByRole('button', { name: /^I’m out/ })).toHaveCount(0)
  await page.clock.fastForward('45:00')
  await expect(heard(page, `How was it at ${one?.name}?`)).toHaveCount(1)
  await step('How was it').click()
  await expect(page).toHaveURL(new RegExp(`rate=${one?.id}`))
  await reconnect()
  await bens.context().close()
})

test('one’s own lunch comes first, also on Home of another campus, and keeps the focus that joined it', async ({
  page,
  signIn,
  startLunchOf,
}) => {
  await signIn({ firstName: 'Vera', lastName: 'Viewer' })
  const [place] = await restaurantsNear(page, 'arden')
  const lunchIn = (minutes: number) => ({ restaurantIds: [place?.id], leavesAt: inMinutes(minutes) })
  await startLunchOf('Ana', lunchIn(20))
  await startLunchOf('Ben', lunchIn(40))
  const host = await startLunchOf('Cleo', lunchIn(60))
  await page.goto('/?campus=arden')
  const articles = lunchesOn(page).getByRole('article')
  await expect(articles.nth(2)).toContainText('Cleo Host')
  await lunchOf(page, host)
    .getByRole('button', { name: /^I’m in/ })
    .press('Enter')
  await expect(articles.first()).toContainText('Cleo Host')
  await expect(articles.first()).toBeInViewport({ ratio: 1 })
  const out = lunchOf(page, host).getByRole('button', { name: /^I’m out/ })
  await expect(out).toBeFocused()
  await expect(articles.first().getByRole('button', { name: /^In: Vera Viewer, Cleo Host/ })).toBeVisible()

  await page.goto('/?campus=brevard')
  await expect(articles).toHaveCount(1)
  await expect(articles.first()).toContainText('Arden · Leaves in')
  await page.goto('/?campus=arden')
  await out.press('Enter')
  await expect(articles.nth(2)).toContainText('Cleo Host')
  await expect(articles.nth(2)).toBeInViewport({ ratio: 1 })

  await articles
    .first()
    .getByRole('button', { name: /^I’m in/ })
    .click()
  await expect(articles.first()).toContainText('You’re in')
  await lunchOf(page, host)
    .getByRole('button', { name: /^I’m in/ })
    .click()
  await page.getByRole('button', { name: 'Move here' }).click()
  await expect(articles.nth(1)).toContainText('Ana Host')
  await expect(articles.first()).toContainText('Cleo Host')
  await expect(articles.first(), 'rather than the one before').toBeInViewport({ ratio: 1 })
})

test('other days follow a line, and what has left or was cancelled is one card that unfolds', async ({
  page,
  server,
  signIn,
  startLunchOf,
}) => {
  await signIn()
  const [one, two] = await restaurantsNear(page, 'arden')
  const at = (minutes: number, restaurantIds = [one?.id]) => ({ restaurantIds, leavesAt: inMinutes(minutes) })
  await startLunchOf('Tom', at(24 * 60))
  const left = await startLunchOf('Lea', at(100, [two?.id]))
  const { id } = (await (await page.request.get('/api/lunches')).json()).find(
    ({ host }: { host: { id: number } }) => host.id === left.id,
  )
  markLunchDeparted(server, id, 5)
  const mine = await startLunch(page.request, at(50))
  await page.request.delete(`/api/lunches/${mine.id}`)
  await page.goto('/?campus=arden')
  const items = lunchesOn(page).getByRole('list').first().locator('> li')
  await expect(items.nth(-3)).toHaveText('Later')
  await expect(items.nth(-2)).toContainText(/\w{3} \d+:\d\d/)
  await expect(items.nth(-2).getByText('Tomorrow', { exact: true })).toBeVisible()
  await expect(items.nth(-1)).toContainText('Earlier today (2)')
  const earlier = lunchesOn(page).getByRole('button', { name: /^Earlier today/ })
  await expect(earlier).toContainText(two?.name ?? '')
  await expect(earlier).toContainText('Cancelled')
  await expectAccessible(page)
  await earlier.press('Enter')
  await expect(lunchOf(page, left)).toContainText('Has left')
  await earlier.press('Enter')
  await expect(lunchOf(page, left)).toHaveCount(0)
})

test('at 320 pixels nothing in a card meets or wraps, and a tile says what decides', async ({
  page,
  context,
  server,
  ana,
  signInAs,
  startLunchOf,
}) => {
  await subscribeLocally(context)
  await signInAs(ana)
  await page.setViewportSize({ width: 320, height: 640 })
  const [one, two, three, four] = await restaurantsNear(page, 'arden')
  const restaurantIds = [one, two, three, four].map(place => place?.id)
  const host = await startLunchOf('Bo', { restaurantIds, seats: 4, leavesAt: inMinutes(80) })
  await page.goto('/?campus=arden')
  await waitForContent(page)
  const card = lunchOf(page, host)
  const apart = async (left: Locator, right: Locator) =>
    expect((await boxOf(left)).right, await left.innerText()).toBeLessThanOrEqual((await boxOf(right)).x)
  const oneLine = async (element: Locator) =>
    expect((await boxOf(element)).height, await element.innerText()).toBeLessThanOrEqual(44)
  const join = card.getByRole('button', { name: /^I’m in/ })
  await apart(card.getByText('3 seats left'), join)
  await oneLine(join)
  await expect(card.getByRole('button', { name: '2 more places' })).toBeVisible()

  await card.getByRole('button', { name: new RegExp(`^${one?.name}`) }).click()
  const notify = card.getByRole('button', { name: /^Tell me when it leaves/ })
  await oneLine(notify)
  await apart(card.getByRole('button', { name: /^In: / }), notify)
  await apart(card.getByText('You’re in', { exact: true }), card.getByRole('button', { name: /^I’m out/ }))
  deleteLunches(server)
})
