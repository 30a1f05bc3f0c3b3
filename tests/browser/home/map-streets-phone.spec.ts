import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleMap } from '#tests/support/samples/sample-map.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { boxOf } from '../support/restaurants.ts'

const arden = { latitude: 35.4637, longitude: -82.5354 }

test.use({ environment: { MAP_PMTILES: 'region.pmtiles' } })

test.beforeEach(async ({ server }) => {
  await server.kill()
  await writeFile(join(server.dataDir, 'region.pmtiles'), sampleMap(arden))
  await server.start()
})

test('the map shows streets from the server’s own file, and fingers move the map or the page', async ({
  page,
  server,
  signIn,
}) => {
  const elsewhere: string[] = []
  const ranges: number[] = []
  page.on('response', response => {
    if (response.url().startsWith('blob:')) return
    if (new URL(response.url()).origin !== server.origin) elsewhere.push(response.url())
    if (response.url().includes('/api/map/')) ranges.push(response.status())
  })
  await page.route('**/api/restaurants/campus/arden*', async route => {
    const reply = await route.fetch()
    const list: object[] = await reply.json()
    await route.fulfill({ response: reply, json: list.map(place => ({ ...place, osmId: 'node/1' })) })
  })
  await signIn()
  await page.goto('/?campus=arden&view=map')
  const map = page.getByRole('region', { name: 'Map of restaurants near Arden' })
  await expect(map.locator('path.fill-sky-tint').first()).toHaveAttribute('d', /^M.*L.*Z$/)
  await expect(map.locator('path.stroke-saffron-tint').first()).toBeVisible()
  await expect(map.getByText('Larkspur', { exact: true }).first()).toBeVisible()
  const credit = page.getByText('© OpenStreetMap contributors')
  await expect(credit, 'once for the streets and the restaurants').toHaveCount(1)
  await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright')
  expect(ranges.length).toBeGreaterThan(1)
  expect(new Set(ranges)).toEqual(new Set([206]))
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const town = map.getByText('Larkspur', { exact: true }).first()
  await expect(town, 'no rim in the color of the letters').toHaveCSS('-webkit-text-stroke-width', '0px')
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })

  // Two fingers zoom around the point between them.
  const scale = map.getByText(/^[\d.]+ mi$/).last()
  const pins = map.getByRole('listitem')
  const before = { miles: await scale.textContent(), pins: await pins.count(), page: await scrollOf() }
  const box = await boxOf(map)
  const middle = { x: box.x + box.width / 2, y: box.y + 180 }
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  const apart = (by: number) => [
    { x: middle.x - by, y: middle.y },
    { x: middle.x + by, y: middle.y },
  ]
  await touch('touchStart', apart(20))
  for (const by of [40, 60, 80, 100, 120]) await touch('touchMove', apart(by))
  await touch('touchEnd', [])
  await expect(scale).not.toHaveText(before.miles ?? '')
  await expect.poll(() => pins.count()).toBeGreaterThan(before.pins)
  expect(await scrollOf()).toBe(before.page)

  // One finger scrolls the page.
  await touch('touchStart', [middle])
  for (const by of [20, 40, 80, 120]) await touch('touchMove', [{ x: middle.x, y: middle.y - by }])
  await expect(map.getByText('Use two fingers to move the map')).toHaveCSS('opacity', '1')
  await touch('touchEnd', [])
  await expect.poll(scrollOf).toBeGreaterThan(before.page)
  expect(elsewhere).toEqual([])

  async function scrollOf() {
    return page.evaluate(() => scrollY)
  }
})

test('streets that cannot be loaded show an error and can be retried', async ({ page, signIn }) => {
  const streets = '**/api/map/**'
  await page.route(streets, route => route.abort())
  await signIn()
  await page.goto('/?campus=arden&view=map')
  const map = page.getByRole('region', { name: 'Map of restaurants near Arden' })
  const trouble = map.getByText('The streets couldn’t be loaded.')
  await expect(trouble).toBeVisible()
  await expectAccessible(page)
  await page.unroute(streets)
  await map.getByRole('button', { name: 'Try again' }).tap()
  await expect(map.locator('path.fill-sky-tint').first()).toBeAttached()
  await expect(trouble).toBeHidden()

  await page.route(streets, route => route.abort())
  for (const _ of [1, 2, 3]) await map.getByRole('button', { name: 'Zoom in', exact: true }).tap()
  await expect(trouble, 'nothing in view could be drawn').toBeVisible()
})

test('after the map file is replaced, an open map works again after a retry', async ({
  page,
  server,
  signIn,
}) => {
  await signIn()
  await page.goto('/?campus=arden&view=map')
  const map = page.getByRole('region', { name: 'Map of restaurants near Arden' })
  const streets = map.locator('path.fill-sky-tint')
  await expect(streets.first()).toBeAttached()
  // Nothing else may tell the page that the server was restarted.
  await page.route('**/api/config/public', route => route.abort())
  await server.kill()
  await writeFile(join(server.dataDir, 'region.pmtiles'), sampleMap({ ...arden, latitude: 35.4638 }))
  await server.start()
  await map.getByRole('button', { name: 'Zoom out', exact: true }).tap()
  const retry = map.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/config/public')
  await retry.tap()
  await expect(retry).toBeHidden()
  await expect(streets.first()).toBeAttached()
})
