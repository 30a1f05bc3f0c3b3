import type { Page, Route } from '@playwright/test'
import { expect, ownHeaders } from '../support/fixtures.ts'
import { inMinutes, lunchOf, startLunch, test } from '../support/lunches.ts'
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
    await startLunch(admin)
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
  await startLunch(page.request)
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
})

test('after a minute without a connection, the page shows what happened in the meantime', async ({
  page,
  server,
  signIn,
}) => {
  const ida = await signIn({ firstName: 'Ida', lastName: 'Ivy' })
  const lunch = await startLunch(page.request)
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
})

test('a double click joins once, and a second tab follows', async ({ page, admin, signIn }) => {
  await signIn({ firstName: 'Jon' })
  // Its next step is a link, which takes the button's place.
  await startLunch(admin, { leavesAt: inMinutes(14) })
  await page.goto('/?campus=arden')
  const second = await page.context().newPage()
  await second.goto('/?campus=arden')
  const button = (screen: Page) => screen.getByRole('article').getByRole('button', { name: /^I’m/ })
  await button(page).dblclick()
  await expect(button(page)).toContainText('I’m out')
  expect(page.context().pages(), 'no directions').toEqual([page, second])
  await second.bringToFront()
  await expect(button(second)).toContainText('I’m out')
})

test('if the response is lost, trying again does not start a lunch twice', async ({ page, signIn }) => {
  const may = await signIn({ firstName: 'May', lastName: 'Mint' })
  const [place] = await restaurantsNear(page, 'arden')
  await page.goto(`/?campus=arden&start=${place?.id}`)
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
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

test('closing the host’s form asks before what is typed is discarded', async ({ page, signIn }) => {
  await signIn()
  const lunch = await startLunch(page.request, { seats: 2 })
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  const dialog = page.getByRole('dialog', { name: /^Lunch at/ })
  const change = dialog.getByRole('button', { name: 'Change time or place to meet' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const back = dialog.getByRole('button', { name: 'Back', exact: true })
  const note = dialog.getByLabel('Note')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await change.click()
  await dialog.getByRole('spinbutton', { name: 'Seats' }).fill('4')
  await note.fill('At the gate')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await back.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await save.click()
  await expect(note).toBeHidden()
  await expect(dialog).toContainText('At the gate')
  await expect(dialog).toContainText('3 seats left')

  await change.click()
  await note.fill('Somewhere else')
  await back.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(change).toBeFocused()
  await change.click()
  await expect(note).toHaveValue('At the gate')
})
