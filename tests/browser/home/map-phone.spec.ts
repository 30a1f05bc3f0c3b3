import { newCampus, newRestaurant } from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { boxOf, cards } from '../support/restaurants.ts'

test('a pin toggles its card, which leads to the details with their own map, survives coming back, and goes with its restaurant', {
  tag: '@main',
}, async ({ page, server, admin, signIn }) => {
  const elsewhere: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== server.origin) elsewhere.push(request.url())
  })
  const { code, name: campus } = await newCampus(admin)
  const at = { campusCode: code, latitude: 35.4, longitude: -82.49 }
  const { name } = await newRestaurant(admin, at)
  const other = await newRestaurant(admin, { ...at, longitude: -82.51 })
  await newRestaurant(admin, { campusCode: code })
  await signIn()
  await page.goto(`/?campus=${code}&view=map`)
  const pin = page.getByRole('button', { name: new RegExp(`^${name}, `) })
  const details = page.getByRole('link', { name: `Details of ${name}` })
  await pin.tap()
  await expect(details).toBeVisible()
  await expect(pin).toHaveAttribute('aria-expanded', 'true')
  await expect(pin).toHaveAccessibleDescription(/11 AM - 3 PM|Open|Closed|\d min/)
  expect((await boxOf(details)).height).toBeGreaterThanOrEqual(44)
  // At the top no control is half below the header, which the checker takes for a small one.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await pin.tap()
  await expect(details).toBeHidden()
  await expect(pin).toHaveAttribute('aria-expanded', 'false')

  await pin.tap()
  await page.locator('[data-card]').getByText(name, { exact: true }).tap()
  await expect(details).toBeVisible()
  await details.tap()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: 'Show on map' }).tap()
  await expect(dialog.getByRole('region', { name: `Map of ${name} and the campus ${campus}` })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Open in maps/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=35\.\d+&mlon=-82\.\d+/,
  )
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(details).toBeVisible()

  const search = page.getByLabel('Search restaurants')
  await search.fill(other.name)
  await expect(pin).toBeHidden()
  await search.fill('')
  await expect(pin).toBeVisible()
  await expect(details).toBeHidden()
  await page.getByRole('button', { name: 'See it in the list' }).tap()
  await expect(cards(page)).toHaveCount(3)
  expect(elsewhere).toEqual([])
})

test('lifting two fingers one after the other does not show the two-finger hint', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=arden&view=map')
  const map = page.getByRole('region', { name: 'Map of restaurants near Arden' })
  const hint = map.getByText('Use two fingers to move the map')
  await expect(hint).toHaveCSS('opacity', '0')
  // Dispatched manually: Playwright sends no events after the first finger is lifted, as a phone does.
  const isShownBy = (events: readonly (readonly [type: string, fingers: number])[]) =>
    hint.evaluate(async (hint, events) => {
      const ground = document.querySelector('.map-background') ?? hint
      for (const [type, count] of events) {
        const touches = [100, 200]
          .slice(0, count)
          .map((clientX, identifier) => new Touch({ identifier, target: ground, clientX, clientY: 300 }))
        ground.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }))
      }
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return !hint.classList.contains('opacity-0')
    }, events)
  const afterPinch = await isShownBy([
    ['touchstart', 1],
    ['touchstart', 2],
    ['touchmove', 2],
    ['touchend', 1],
    ['touchmove', 1],
  ])
  expect(afterPinch).toBe(false)
  const byOneFinger = await isShownBy([
    ['touchend', 0],
    ['touchstart', 1],
    ['touchmove', 1],
  ])
  expect(byOneFinger).toBe(true)
})

test('on a low screen a card fits, and the map keeps its center when the phone is turned', async ({
  page,
  admin,
  signIn,
}) => {
  const { code, name: campus } = await newCampus(admin)
  const at = { campusCode: code, latitude: 35.4 }
  const { name } = await newRestaurant(admin, { ...at, longitude: -82.5 })
  for (const longitude of [-82.52, -82.48]) await newRestaurant(admin, { ...at, longitude })
  await signIn()
  await page.setViewportSize({ width: 740, height: 360 })
  await page.goto(`/?campus=${code}&view=map`)
  const map = page.getByRole('region', { name: `Map of restaurants near ${campus}` })
  const pin = map.getByRole('button', { name: new RegExp(`^${name}, `) })
  await pin.tap()
  const details = map.getByRole('link', { name: `Details of ${name}` })
  await expect(details).toBeVisible()
  const hangsOut = async () => {
    const [frame, card] = [await boxOf(map), await boxOf(map.locator('[data-card]'))]
    return Math.max(frame.y - card.y, card.bottom - frame.bottom)
  }
  await expect.poll(hangsOut).toBeLessThan(0)

  const fromMiddle = async () => {
    const [frame, mark] = [await boxOf(map), await boxOf(pin)]
    return Math.round(mark.x + mark.width / 2 - frame.x - frame.width / 2)
  }
  const before = await fromMiddle()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await boxOf(map)).width).toBeLessThan(360)
  await expect.poll(async () => Math.abs((await fromMiddle()) - before)).toBeLessThan(3)
})

test('on the narrowest phone, no pin is initially below the buttons', async ({ page, admin, signIn }) => {
  const { code } = await newCampus(admin)
  await newRestaurant(admin, { campusCode: code, latitude: 35.35, longitude: -82.55 })
  const { name } = await newRestaurant(admin, { campusCode: code, latitude: 35.45, longitude: -82.45 })
  await signIn()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/?campus=${code}&view=map`)
  const pin = await boxOf(page.getByRole('button', { name: new RegExp(`^${name}, `) }))
  const zoom = await boxOf(page.getByRole('button', { name: 'Zoom in', exact: true }))
  expect(pin.right).toBeLessThanOrEqual(zoom.x)
})
