import type { Route } from '@playwright/test'
import { expect, ownHeaders } from '../support/fixtures.ts'
import { anotherScreen, inMinutes, lunchOf, startLunch, test } from '../support/lunches.ts'
import { disconnect, restaurantsNear } from '../support/restaurants.ts'

const proxies: Record<string, (route: Route) => unknown> = {
  breaks: route => route.abort(),
  'holds back': () => undefined,
  empties: route => route.fulfill({ status: 204 }),
  'asks for a password for': route => route.fulfill({ status: 401, body: 'Proxy' }),
  'replaces by a page': route => route.fulfill({ contentType: 'text/html', body: '<h1>Blocked</h1>' }),
  'cuts off': route => route.fulfill({ headers: ownHeaders, body: 'event: lunches\ndata: [{"id"' }),
  garbles: route => route.fulfill({ headers: ownHeaders, body: 'data: <html>\n\n' }),
}
for (const [does, answer] of Object.entries(proxies)) {
  test(`if a proxy ${does} the event stream, the page polls and shows no error`, async ({
    page,
    admin,
    signIn,
  }) => {
    await signIn({ firstName: 'Hal' })
    await page.route('**/api/lunches/events', answer)
    await page.goto('/?campus=arden')
    await expect(page.getByText('Nobody has started a lunch yet')).toBeVisible()
    const [place] = await restaurantsNear(page, 'arden')
    await startLunch(admin, { restaurantIds: [place?.id] })
    await expect(page.getByRole('region', { name: 'Today' }).getByRole('article')).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/^Offline/)).toHaveCount(0)
  })
}

test('the page never claims that there are no lunches while they, or their code, cannot be loaded', async ({
  page,
  signIn,
}) => {
  const lea = await signIn({ firstName: 'Lea', lastName: 'Late' })
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [place?.id] })
  const none = page.getByText('Nobody has started a lunch yet')
  await page.route('**/api/lunches/events', () => undefined)
  await page.goto('/?campus=arden')
  await expect(page.getByText('Looking for today’s lunches…')).toBeVisible()
  await expect(none).toBeHidden()
  await expect(lunchOf(page, lea)).toBeVisible({ timeout: 20_000 })

  // As in a tab of an older release, whose files are gone.
  await page.unroute('**/api/lunches/events')
  await page.route('**/assets/lunch-cards*', route => route.fulfill({ status: 404 }))
  await page.goto('/?campus=arden')
  await expect(page.getByText('Today’s lunches can’t be shown.')).toBeVisible()
  await expect(none).toBeHidden()
  await page.unroute('**/assets/lunch-cards*')
  await page.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'Retry' }).click()
  await expect(lunchOf(page, lea)).toBeVisible()
  await page.request.delete(`/api/lunches/${lunch.id}`)
})

test('after a minute without a connection, the page shows what happened in the meantime', async ({
  page,
  server,
  signIn,
}) => {
  const ida = await signIn({ firstName: 'Ida', lastName: 'Ivy' })
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [place?.id] })
  await page.clock.install()
  await page.goto('/?campus=arden')
  await expect(lunchOf(page, ida)).toBeVisible()
  const reconnect = await disconnect(page, server)
  await page.clock.runFor(60_000)
  await server.kill()
  await server.start()
  await page.request.patch(`/api/lunches/${lunch.id}`, { data: { meetingPoint: 'the other door' } })
  await reconnect()
  await expect(lunchOf(page, ida)).toContainText('the other door', { timeout: 25_000 })
  await page.request.delete(`/api/lunches/${lunch.id}`)
})

test('a double click and a second tab join a lunch only once', async ({
  page,
  browser,
  server,
  newPerson,
  admin,
  signIn,
}) => {
  await signIn({ firstName: 'Jon' })
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(admin, { restaurantIds: [place?.id], note: 'two tabs' })
  await page.goto('/?campus=arden')
  const second = await page.context().newPage()
  await second.goto('/?campus=arden')
  const button = (screen: typeof page) =>
    screen.getByRole('article').filter({ hasText: 'two tabs' }).getByRole('button', { name: /^I’m/ })
  await button(page).dblclick()
  await expect(button(page)).toContainText('I’m out')
  await second.bringToFront()
  await expect(button(second)).toContainText('I’m out')
  const { people } = await (await page.request.get(`/api/lunches/${lunch.id}`)).json()
  expect(people).toHaveLength(2)

  const kim = await newPerson({ firstName: 'Kim', lastName: 'Kelp' })
  const kims = await anotherScreen(browser, server, kim)
  const kimsLunch = await startLunch(kims.request, { restaurantIds: [place?.id], note: 'at the same time' })
  await page.bringToFront()
  const other = page.getByRole('article').filter({ hasText: 'at the same time' })
  await other.getByRole('button', { name: /^I’m in/ }).click()
  await expect(page.getByText(/^You are already in .*’s lunch at/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Move here' }).click()
  await expect(other.getByRole('button', { name: /^I’m out/ })).toBeVisible()
  await expect(button(page)).toContainText('I’m in')
  await kims.request.delete(`/api/lunches/${kimsLunch.id}`)
  await expect(page.getByText('Lunch cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Earlier today \(1\).*Cancelled/ })).toBeVisible()
  await kims.context().close()
})

test('a vote that ends while all its places are closed leaves the choice to the host', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ firstName: 'Lea', lastName: 'Lime' })
  const [one, other] = await restaurantsNear(page, 'arden')
  await page.goto('/?campus=arden')
  const lunch = await startLunch(page.request, {
    restaurantIds: [one?.id, other?.id],
    leavesAt: inMinutes(50),
  })
  const option = new RegExp(`^${other?.name}`)
  await expect(
    page.getByRole('region', { name: 'Today' }).getByRole('button', { name: option }),
  ).toBeVisible()
  const disable = (disabled: boolean) =>
    Promise.all([one, other].map(at => admin.patch(`/api/restaurants/${at?.id}`, { data: { disabled } })))
  await disable(true)
  await page.request.post(`/api/lunches/${lunch.id}/decision`, { data: {} })
  await expect(page.getByText('The vote ended without a place', { exact: true })).toBeVisible()
  await expect(page.getByText('No place was left to choose. The host can choose one.')).toBeVisible()
  await disable(false)
  await page.request.post(`/api/lunches/${lunch.id}/decision`, { data: { restaurantId: other?.id } })
  await expect(page.getByRole('article').filter({ hasText: 'Host’s choice' })).toContainText(
    other?.name ?? '',
  )
})

test('if the response is lost, trying again does not start a lunch twice', async ({ page, signIn }) => {
  const may = await signIn({ firstName: 'May', lastName: 'Mint' })
  const [one, two] = await restaurantsNear(page, 'arden')
  await page.goto(`/?campus=arden&start=${one?.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByLabel('Add a place').fill(two?.name ?? '')
  await page
    .getByRole('option', { name: two?.name ?? '' })
    .first()
    .click()
  await sheet.getByLabel('Note').fill('By the stairs')
  await page.route('**/api/lunches', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await expect(page.getByText('Couldn’t start the lunch', { exact: true })).toBeVisible()
  await page.unroute('**/api/lunches')
  await sheet.getByRole('button', { name: 'Start lunch' }).click()
  await expect(page.getByText('Lunch started', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(lunchOf(page, may)).toHaveCount(1)
  await expect(lunchOf(page, may)).toContainText('By the stairs')
})

test('closing the host’s form needs a confirmation to discard typed text', async ({ page, signIn }) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  const lunch = await startLunch(page.request, { restaurantIds: [place?.id] })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: 'Change time or place to meet' }).click()
  await dialog.getByLabel('Note').fill('At the gate')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  const back = dialog.getByRole('button', { name: 'Back', exact: true })
  await back.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Note')).toBeHidden()
  await expect(dialog).toContainText('At the gate')
  const change = dialog.getByRole('button', { name: 'Change time or place to meet' })
  await change.click()
  await dialog.getByLabel('Note').fill('Somewhere else')
  await back.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(dialog.getByLabel('Note')).toHaveValue('At the gate')
  await back.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})
