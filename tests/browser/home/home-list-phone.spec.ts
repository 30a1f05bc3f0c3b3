import { expect, ownHeaders, test, waitForContent } from '../support/fixtures.ts'
import { cards, restaurantsNear } from '../support/restaurants.ts'

test('the pictures of the first six restaurants are preloaded, also of those below the fold', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.route('**/api/restaurants/campus/arden', async route => {
    const reply = await route.fetch()
    const list: { id: number }[] = await reply.json()
    const json = list.map(place => ({ ...place, cardImageUrl: `/icons/apple-touch-icon.png?${place.id}` }))
    await route.fulfill({ headers: ownHeaders, json })
  })
  await page.goto('/?campus=arden')
  await waitForContent(page)
  const preloads = page.locator('head link[rel=preload][as=image]')
  await expect(preloads).toHaveCount(6)
  const ids = await preloads.evaluateAll(all => all.map(link => link.getAttribute('href')?.split('?')[1]))
  const first = await page
    .locator('article[id^=restaurant-]')
    .evaluateAll(all => all.slice(0, 6).map(card => card.id.replace('restaurant-', '')))
  expect(ids.toSorted()).toEqual(first.toSorted())
})

for (const hasAnchoring of [true, false])
  test(`“Show in Restaurant List” ends at its card, and scrolling up from there jumps nowhere, ${hasAnchoring ? 'with' : 'without'} scroll anchoring`, async ({
    page,
    signIn,
  }) => {
    if (!hasAnchoring)
      await page.addInitScript(() => {
        const supports: (...query: [string, string]) => boolean = CSS.supports.bind(CSS)
        Object.assign(CSS, {
          supports: (...query: [string, string]) => query[0] !== 'overflow-anchor' && supports(...query),
        })
        addEventListener('DOMContentLoaded', () => {
          const style = new CSSStyleSheet()
          style.replaceSync('* { overflow-anchor: none !important }')
          document.adoptedStyleSheets = [style]
        })
      })
    await signIn()
    // Long names and hours, so that few cards have the height that was reserved for them.
    await page.route('**/api/restaurants/campus/matthews', async route => {
      const reply = await route.fetch()
      const list: { id: number; name: string; address: string }[] = await reply.json()
      const json = list.map((place, index) =>
        index % 3 === 0
          ? place
          : { ...place, name: `${place.name} and ${place.name}`, address: place.address.repeat(3) },
      )
      await route.fulfill({ headers: ownHeaders, json })
    })
    const places = await restaurantsNear(page, 'matthews')
    const far = places.at(-8)
    await page.goto(`/?campus=matthews&pick=${far?.id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Show in Restaurant List' }).click()
    const card = page.locator(`#restaurant-${far?.id}`)
    const distance = () =>
      card.evaluate(element => {
        const { top, height } = element.getBoundingClientRect()
        return Math.abs(top + height / 2 - innerHeight / 2)
      })
    await expect.poll(distance, { intervals: [250] }).toBeLessThan(30)
    // Cards above that are drawn late would move it in this time.
    await page.waitForTimeout(1_500)
    expect(await distance(), 'it stays there').toBeLessThan(30)

    // Each step up moves what is in sight by that step and no more.
    for (let step = 0; step < 8; step += 1) {
      const moved = await page.evaluate(async () => {
        const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
        // Not by its point, which may be between two cards.
        const seen = [...document.querySelectorAll('li:has(> article)')].find(
          card => card.getBoundingClientRect().bottom > innerHeight / 2,
        )
        const before = seen?.getBoundingClientRect().top ?? 0
        scrollBy({ top: -300, behavior: 'instant' })
        // The cards that have come near are drawn.
        for (let frame = 0; frame < 30; frame += 1) await nextFrame()
        return (seen?.getBoundingClientRect().top ?? 0) - before
      })
      expect(Math.abs(moved - 300), `step ${step}`).toBeLessThan(4)
    }
  })

test('what the details of an address cover is shown once they are closed', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=matthews&restaurant=1')
  const details = page.getByRole('dialog')
  await expect(details.getByText('Latest reviews')).toBeVisible()
  const boxes = () =>
    page.locator('article[id^=restaurant-]').evaluateAll(all => all.map(card => card.getClientRects().length))
  expect(
    (await boxes()).every(count => count === 0),
    'no card is laid out',
  ).toBe(true)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(cards(page).first()).toBeInViewport()
  await cards(page).first().getByRole('link').first().click()
  await expect(details).toBeVisible()
  expect(await boxes(), 'the list stays where it is from now on').toContain(1)
})
