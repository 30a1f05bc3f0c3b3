import type { APIRequestContext, Page } from '@playwright/test'
import { newRestaurant } from './administration.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { anotherScreen, startLunch, test, today } from './lunches.ts'
import { subscribeLocally } from './push.ts'

test.use({ serviceWorkers: 'allow' })

const made: number[] = []
async function newPlace(admin: APIRequestContext, fields: { name?: string } = {}) {
  const place = await newRestaurant(admin, fields)
  made.push(place.id)
  return place
}

// Journeys that share the server measure the first cards of this campus.
test.afterEach(async ({ admin }) => {
  for (const id of made.splice(0))
    expect((await admin.delete(`/api/admin/restaurants/${id}`)).status()).toBe(204)
})

const unbroken = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch'
const longNames = {
  firstName: 'Bartholomew-Maximilian',
  lastName: `Featherstonehaugh${unbroken.slice(0, 30)}`,
}

/** Nothing is wider than the smallest screen, also in what scrolls by itself. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const widths = await page.evaluate(() =>
    Array.from(
      document.querySelectorAll('html, [role=dialog], [role=dialog] > div, main article'),
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  )
  expect(Math.max(...widths), 'pixels too wide').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('by touch alone, with very long names: repeat, come every time and suggest', async ({
  page,
  browser,
  server,
  admin,
  newPerson,
  signInAs,
}) => {
  const [ana, ben] = [await newPerson(longNames), await newPerson({ ...longNames, firstName: 'Ben' })]
  const places = [await newPlace(admin, { name: unbroken }), await newPlace(admin)]
  for (const { id: restaurantId } of places)
    await admin.post('/api/ratings', { data: { restaurantId, value: 5 } })
  await signInAs(ana)
  await page.goto('/?campus=arden')
  await page.getByRole('button', { name: 'Start a lunch', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await sheet.getByText(`Repeat: every ${today}`).tap()
  await sheet.getByLabel('Where do you meet?').tap()
  await page.keyboard.insertText(`Behind ${unbroken}`)
  await expectToFit(page)
  await sheet.getByRole('button', { name: 'Start lunch' }).tap()
  await expect(page.getByText('Lunch repeats', { exact: true })).toBeVisible()
  const cards = (screen: Page) =>
    screen
      .getByRole('region', { name: 'Today' })
      .getByRole('article')
      .filter({ hasText: `Every ${today}` })
  await expectToFit(page)

  const bens = await anotherScreen(browser, server, ben, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await cards(bens)
    .getByRole('button', { name: /^Lunch at/ })
    .tap()
  const dialog = bens.getByRole('dialog', { name: /^Lunch at/ })
  await dialog.getByRole('button', { name: `Come every ${today}` }).tap()
  await expect(dialog.getByText('2 people come every time')).toBeVisible()
  await dialog.getByRole('button', { name: /^I’m in/ }).tap()
  await dialog.getByRole('button', { name: 'Suggest a place' }).tap()
  const adds = dialog.locator('li button').filter({ hasText: /^Add .+/ })
  await expect(adds).not.toHaveCount(0)
  await expectToFit(bens)
  await expectAccessible(bens)
  await adds.first().tap()
  await expect(bens.getByText('Place added', { exact: true })).toBeVisible()
  await bens.context().close()
})

test('the first offer leaves the name of the place its room, however long that is', async ({
  page,
  context,
  admin,
  signIn,
}) => {
  await subscribeLocally(context)
  const { id } = await newPlace(admin, { name: unbroken })
  await signIn(longNames)
  const lunch = await startLunch(page.request, { restaurantIds: [id] })
  await signIn()
  await page.goto(`/?campus=arden&lunch=${lunch.id}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^I’m in/ })
    .tap()
  const offer = page.getByRole('button', { name: 'Tell me when it leaves' })
  const text = page.locator('ol.toasts li').getByText(unbroken)
  await expect(offer).toBeVisible()
  expect((await text.boundingBox())?.width).toBeGreaterThan(150)
  expect((await text.boundingBox())?.height).toBeLessThan(90)
  await offer.tap()
  await expect(page.getByText('You’ll know when it leaves', { exact: true })).toBeVisible()
})
