import type { Locator, Page } from '@playwright/test'
import { newCampus, newRestaurant } from '../support/administration.ts'
import { expect, test, waitForContent } from '../support/fixtures.ts'
import { boxOf, cardOf, restaurantsNear } from '../support/restaurants.ts'

/* How what leads from a place that was found to a lunch there is laid out: on cards, in details, in picks. */

const phones = [
  [390, 844],
  [320, 640],
] as const

/** How many lines the text of a button takes. */
const linesOf = (element: Locator) =>
  element.evaluate(button => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const tops = new Set<number>()
    while (texts.nextNode()) {
      range.selectNode(texts.currentNode)
      for (const { top } of range.getClientRects()) tops.add(Math.round(top))
    }
    return tops.size
  })
const filled = /(^| )bg-terracotta( |$)/

/** The places that a start sheet begins with. */
async function expectStartAt(page: Page, name: string) {
  const sheet = page.getByRole('dialog', { name: 'Start a lunch' })
  await expect(sheet.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

test('a card has only the heart on its picture; starting a lunch ends its last line, the menu stands beside the name', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const name = 'The Long and Winding Noodle House'
  const { code: campusCode } = await newCampus(admin)
  const place = { campusCode, hours: 'Mon-Fri 11 AM - 9 PM' }
  const address = '12 Long Meadow Lane, Fairview, NC 28730'
  await newRestaurant(admin, { ...place, name, address })
  await newRestaurant(admin, { ...place, name: 'Shut Noodles', address, disabled: true })
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height })
    await page.goto(`/?campus=${campusCode}`)
    await waitForContent(page)
    const card = cardOf(page, name)
    const start = card.getByRole('button', { name: `Start a lunch at ${name}` })
    const menu = card.getByRole('button', { name: `More about ${name}` })
    const onPicture = await card.evaluate(element => {
      const picture = element.querySelector('.card-picture')?.getBoundingClientRect().bottom ?? 0
      const boxes = Array.from(element.querySelectorAll('button'), button => button.getBoundingClientRect())
      return boxes.filter(({ y, height }) => height >= 44 && y + height / 2 < picture).length
    })
    expect(onPicture).toBe(1)
    for (const button of await card.getByRole('button').all())
      expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
    const heading = await boxOf(card.getByRole('heading'))
    expect(Math.abs((await boxOf(menu)).y - (heading.y - 10))).toBeLessThan(2)
    // The last line is the address, which has one.
    const line = await boxOf(card.getByText(address))
    expect(line.height).toBeLessThan(24)
    const middle = (await boxOf(start)).y + (await boxOf(start)).height / 2
    expect(Math.abs(middle - (line.y + line.height / 2))).toBeLessThan(3)
    expect(await linesOf(start)).toBe(1)
    // Its words don't lie on the address.
    const words = await start.evaluate(button => {
      const text = document.createRange()
      text.selectNodeContents(button)
      return text.getBoundingClientRect().x
    })
    const shown = await card.getByText(address).evaluate(line => {
      return line.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(line).paddingRight)
    })
    expect(shown).toBeLessThan(words)
    await expect(cardOf(page, 'Shut Noodles').getByRole('button', { name: /^Start a lunch/ })).toHaveCount(0)
    await start.tap()
    await expectStartAt(page, name)
  }
})

test('the details lead to a lunch; after a visit not yet rated to the rating; a place closed today says so', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn()
  const everyDay = [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '00:00', end: '24:00' }))
  const { id } = await newRestaurant(admin, { name: 'Always Open', openingTimes: everyDay })
  const shut = await newRestaurant(admin, { name: 'Never Open', openingTimes: [] })
  const details = page.getByRole('dialog')
  const heart = details.getByRole('button', { name: /favorites$/ })
  const rate = details.getByRole('button', { name: /^(Rate|Edit Your Rating)$/ })
  const start = details.getByRole('button', { name: 'Start a lunch here' })
  const open = async (restaurant: number) => {
    await page.goto(`/?restaurant=${restaurant}`)
    await expect(rate).toBeEnabled()
    await expect(details.getByText('Latest reviews')).toBeAttached()
  }
  await open(id)
  await expect(start).toHaveClass(filled)
  await expect(rate).not.toHaveClass(filled)

  await page.request.post('/api/visits', { data: { restaurantId: id } })
  await open(id)
  await expect(rate).toHaveClass(filled)
  await expect(start).not.toHaveClass(filled)
  await page.request.post('/api/ratings', { data: { restaurantId: id, value: 4 } })
  for (const [width, height] of [...phones, [360, 640]] as const) {
    await page.setViewportSize({ width, height })
    await open(id)
    await expect(rate).toHaveText('Edit Your Rating')
    await expect(start).toHaveClass(filled)
    await expect(rate).not.toHaveClass(filled)
    expect([await linesOf(rate), await linesOf(start)]).toEqual([1, 1])
    const [first, second, third] = [(await boxOf(heart)).y, (await boxOf(rate)).y, (await boxOf(start)).y]
    expect(first).toBe(second)
    // On the narrowest phones it always has a row of its own, whatever the rating's button says.
    expect(third > second).toBe(width === 320)
  }
  await start.tap()
  await expectStartAt(page, 'Always Open')

  await open(shut.id)
  await expect(start).not.toHaveClass(filled)
  const closed = details.getByText('Closed today', { exact: true }).last()
  expect((await boxOf(closed)).bottom).toBeLessThanOrEqual((await boxOf(start)).y)
})

test('a pick leads to another one or to a lunch there, and what it should be like stands under its picture', async ({
  page,
  signIn,
}) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height })
    await page.goto(`/?campus=arden&pick=${place?.id}`)
    const pick = page.getByRole('dialog', { name: /^Random Pick/ })
    const button = (name: string) => pick.getByRole('button', { name, exact: true })
    const texts = ['Show in Restaurant List', 'Details', 'Rate'].map(button)
    const footer = [...texts, button('Pick again'), button('Start a lunch here')]
    for (const one of footer) {
      await expect(one).toBeInViewport({ ratio: 1 })
      expect(await linesOf(one), await one.innerText()).toBe(1)
    }
    const rows = await Promise.all(footer.map(async one => (await boxOf(one)).y))
    expect(new Set(rows.slice(0, 3)).size, 'one row of texts').toBe(1)
    expect(new Set(rows.slice(3)).size, 'one row of buttons').toBe(1)
    const moods = await boxOf(pick.getByRole('radiogroup'))
    const name = await boxOf(pick.getByRole('heading', { name: place?.name ?? '', exact: true }))
    // The picture begins at the top of the screen, and is at most 150 px high.
    expect(moods.y).toBeGreaterThan((await boxOf(pick.getByText('Random Pick', { exact: true }))).bottom)
    expect(moods.y).toBeLessThanOrEqual(150 + 20)
    expect((await boxOf(pick.getByRole('checkbox').last())).bottom).toBeLessThan(name.y)
    await button('Start a lunch here').tap()
    await expectStartAt(page, place?.name ?? '')
  }
})
