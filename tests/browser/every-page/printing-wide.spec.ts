import type { Page } from '@playwright/test'
import { newCampus, newRestaurant, openSection } from '../support/administration.ts'
import { expect, ownHeaders, test, waitForContent } from '../support/fixtures.ts'
import { cards, restaurantsNear } from '../support/restaurants.ts'

/** Counts the printed restaurants, and how many of them have a complete card. */
async function countPrintedCards(
  page: Page,
  print: () => Promise<unknown>,
): Promise<{ cards: number; whole: number }> {
  await page.evaluate(() => {
    // Runs after the page's own listener.
    addEventListener('beforeprint', () => {
      const onPaper = {
        cards: document.querySelectorAll('main article').length,
        whole: document.querySelectorAll('main article:has(dl)').length,
      }
      Object.assign(window, { onPaper })
    })
  })
  await print()
  return page.evaluate(() => Reflect.get(window, 'onPaper'))
}

test('a printed list has every restaurant in full, 48 on five pages, without pictures and without anything to press', async ({
  page,
  admin,
  signIn,
}) => {
  const { name, code } = await newCampus(admin)
  for (let count = 1; count <= 48; count++)
    await newRestaurant(admin, {
      name: `The Sample Spoon and Fork by the River ${count}`,
      address: '1234 Old Hendersonville Highway, Fletcher, NC 28732',
      campusCode: code,
      cuisine: 'American',
      hours: 'Mon–Thu 11 AM - 9 PM, Fri–Sat 11 AM - 10 PM, Sun 12 - 8 PM',
    })
  await signIn()
  await page.goto(`/?campus=${code}`)
  await expect(page.getByRole('heading', { name: new RegExp(`^${name} Restaurants`) })).toBeVisible()
  await expect(cards(page)).toHaveCount(48)
  expect(await countPrintedCards(page, () => page.pdf())).toEqual({ cards: 48, whole: 48 })
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages?.length, format).toBeLessThanOrEqual(5)
    expect(pages?.length, format).toBeGreaterThan(1)
  }

  await page.emulateMedia({ media: 'print' })
  const card = cards(page).first()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.locator('.artwork, img').filter({ visible: true })).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeVisible()
  // Nor is there anything around them to press or to type into.
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Start a lunch|Decide For Me)$/ })).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)

  await page.route(`**/api/restaurants/campus/${code}`, async route => {
    const list: object[] = await (await route.fetch()).json()
    const longest = { travelTime: 19, distance: 15.9, distanceIsEstimated: true, price: '$$$' }
    const json = list.map(place => ({ ...place, ...longest, cuisine: 'Coffee shop' }))
    await route.fulfill({ headers: ownHeaders, json })
  })
  // As wide as paper.
  await page.setViewportSize({ width: 740, height: 1000 })
  await page.reload()
  await expect(page.getByText('Coffee shop').last()).toBeAttached()
  const cut = cards(page)
    .locator('*')
    .evaluateAll(all => all.filter(it => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1))
  expect(await cut).toHaveLength(0)
  const torn = cards(page)
    .locator('.truncate')
    .evaluateAll(all =>
      all.filter(it => it.clientHeight > 3 * Number.parseFloat(getComputedStyle(it).lineHeight)),
    )
  expect(await torn).toHaveLength(0)
})

test('a list of hundreds, of which the page renders only the visible ones, is printed as a whole', async ({
  page,
  signIn,
}) => {
  await signIn()
  // Printing them takes too long, so only the event is sent.
  const dispatch = (event: string) => page.evaluate(name => void dispatchEvent(new Event(name)), event)
  const { length } = await (await page.request.get('/api/restaurants/unrated')).json()
  await page.goto('/profile?tab=unrated&campus=all')
  await expect(page.locator('li[aria-setsize]').first()).toBeVisible()
  expect(await cards(page).count()).toBeLessThan(100)
  expect(await countPrintedCards(page, () => dispatch('beforeprint'))).toEqual({
    cards: length,
    whole: length,
  })
  await dispatch('afterprint')
  await expect.poll(() => cards(page).count()).toBeLessThan(100)
})

test('an open dialog prints alone and in full', async ({ page, signIn }) => {
  await signIn()
  const [first] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/ratings', { data: { restaurantId: first?.id, value: 4 } })
  await page.goto(`/?campus=arden&restaurant=${first?.id}`)
  const dialog = page.getByRole('dialog')
  await waitForContent(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#root')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden()
  const hidden = await dialog.evaluate(panel =>
    [panel, ...panel.children].map(part => part.scrollHeight - part.clientHeight),
  )
  expect(Math.max(...hidden)).toBeLessThanOrEqual(0)
  // Firefox moves a grid that is longer than the page to the next one, and leaves the title alone.
  const displays = await dialog.evaluate(panel =>
    Array.from(panel.children, part => getComputedStyle(part).display),
  )
  expect(displays).not.toContain('grid')
  // The facts come first, also on paper so wide that the screen's columns have the reviews on the left.
  const y = async (text: string) => (await dialog.getByText(text, { exact: true }).boundingBox())?.y
  expect(await y('Latest reviews')).toBeGreaterThan(Number(await y('Your rating')))
})

test('a printed list of Command Mode has no filters', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await openSection(page, 'restaurants')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('combobox')).toHaveCount(0)
})
