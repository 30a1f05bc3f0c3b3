import { newCampus, newRestaurant } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf, cards } from '../support/restaurants.ts'

// More cards than are rendered at the same time, of different heights, on a separate campus.
const places = 200
const nameOf = (n: number) =>
  n % 3 === 0 ? `Place ${n} in the old mill behind the bridge over the river` : `Place ${n}`

let list = ''

test.use({ environment: { RATE_LIMITS: 'off' } })
// All tests share one server with these places, instead of filling one each.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ admin }) => {
  const { code: campusCode } = await newCampus(admin)
  list = `/?campus=${campusCode}&sort=distance&order=asc`
  for (let n = 1; n <= places; n += 1) {
    await newRestaurant(admin, {
      name: nameOf(n),
      address: `${n} Main St`,
      campusCode,
      // Not known to be closed at any time of day.
      hours: 'Call ahead',
      distance: n / 10,
      travelTime: n,
    })
  }
})

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto(list)
  await expect(cardOf(page, nameOf(1))).toBeVisible()
})

test('a long list renders only what is near the viewport, and every card can be reached', async ({
  page,
}) => {
  const first = cardOf(page, nameOf(1))
  // Screen readers are told the length of the list.
  await expect(page.getByRole('listitem').filter({ has: first })).toHaveAttribute('aria-setsize', `${places}`)
  expect(await page.getByRole('article').count()).toBeLessThan(20)
  const { y: atFirst } = (await first.boundingBox()) ?? {}

  const last = cardOf(page, nameOf(places))
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('listitem').filter({ has: last })).toHaveAttribute('aria-posinset', `${places}`)

  // Rows above are measured only when they are rendered; the visible ones must not jump then.
  for (let step = 0; step < 30; step += 1) {
    const card = cards(page).nth(Math.floor((await cards(page).count()) / 2))
    const name = await card.getByRole('heading').innerText()
    const { y: before = 0 } = (await card.boundingBox()) ?? {}
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => (await cardOf(page, name).boundingBox())?.y).toBeCloseTo(before + 300, 0)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(first).toBeInViewport()
  await expect.poll(async () => (await first.boundingBox())?.y).toBeCloseTo(atFirst ?? 0, 0)
})

test('a search finds a card that was never rendered, and a pick is scrolled into view far down the list', async ({
  page,
}) => {
  const search = page.getByLabel('Search restaurants')
  await search.fill('place 187')
  await expect(cards(page)).toHaveCount(1)
  await expect(cardOf(page, nameOf(187))).toBeInViewport()
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  const pick = page.getByRole('dialog', { name: /^Random Pick/ })
  await expect(pick.getByRole('heading', { name: nameOf(187), exact: true })).toBeVisible()
  await page.goto(page.url().replace(/&q=[^&]*/, ''))
  await pick.getByRole('button', { name: 'Show in Restaurant List' }).click()
  await expect(pick).toBeHidden()
  await expect(cardOf(page, nameOf(187))).toBeInViewport()
})

test('a list appears without its drawings, or in full, if the code for these cannot be loaded', async ({
  page,
}) => {
  await page.route('**/assets/artwork*', route => route.abort())
  await page.reload()
  await expect(cardOf(page, nameOf(1))).toBeVisible()
  await expect(page.getByText('This page didn’t load')).toBeHidden()
  await page.unroute('**/assets/artwork*')
  await expect(cards(page).first().locator('.artwork')).toBeVisible()

  await page.route('**/assets/windowed-grid*', route => route.abort())
  await page.reload()
  await expect(cardOf(page, nameOf(places))).toBeAttached()
  await expect(page.getByText('This page didn’t load')).toBeHidden()
})

test.describe('with letters twice as large', () => {
  test.use({ letters: 2, viewport: { width: 1440, height: 820 } })

  test('a row has as many cards as fit, in the right order', async ({ page }) => {
    // Two per row: odd numbers must be on the left all the way down.
    const misplaced = () =>
      cards(page).evaluateAll(all => {
        const lefts = all.map(card => card.getBoundingClientRect().left)
        const isOnLeft = (left: number) => left === Math.min(...lefts)
        const numbers = all.map(card => Number(/Place (\d+)/.exec(card.textContent)?.[1]))
        return numbers.filter((n, index) => (n % 2 === 1) !== isOnLeft(lefts[index] ?? 0))
      })
    await expect(cardOf(page, nameOf(2))).toBeVisible()
    for (let step = 0; step < 10; step += 1) {
      await expect.poll(misplaced).toEqual([])
      await page.mouse.wheel(0, 400)
    }
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(3000)
    await expect.poll(misplaced).toEqual([])
  })
})
