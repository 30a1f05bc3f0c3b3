import type { Locator } from '@playwright/test'
import { expect, expectAccessible, ownHeaders, test } from '../support/fixtures.ts'
import { restaurantsNear } from '../support/restaurants.ts'

test('the tabs stand in one line, and have a ring by keyboard only', async ({ page, signIn }) => {
  await signIn()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/profile')
    await expect(page.getByRole('tab').first()).toBeInViewport()
    const boxes = await page
      .getByRole('tab')
      .evaluateAll(tabs => tabs.map(tab => tab.getBoundingClientRect().toJSON()))
    expect(boxes).toHaveLength(5)
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
    expect(boxes.map(({ height }) => height)).toEqual([48, 48, 48, 48, 48])
    // One that a link leads to is in sight.
    await page.goto('/profile?tab=requests')
    await expect(page.getByRole('tab', { name: 'Requests' })).toBeInViewport({ ratio: 0.95 })
  }
  const rings = () =>
    page
      .locator('main *:focus')
      .evaluateAll(focused => focused.map(element => getComputedStyle(element).outlineStyle))
  await page.getByRole('tab', { name: 'Visits' }).tap()
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
  expect(await rings()).not.toContain('solid')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeFocused()
  expect(await rings()).toContain('solid')
})

test('a visit is rated in its line by tap or keyboard, and removed', async ({ page, signIn }) => {
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  if (!place) throw new Error('no places')
  await page.request.post('/api/visits', { data: { restaurantId: place.id } })
  await page.goto('/profile?tab=visits')
  const row = page.getByRole('tabpanel').getByRole('listitem')
  const star = row.getByRole('button', { name: `Rate ${place.name}` })
  expect((await star.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await star.tap()
  await expect(star).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await row.getByRole('radio', { name: '4 stars' }).tap()
  await expect(page.getByText(`You rated ${place.name} with 4 stars!`, { exact: true })).toBeVisible()
  const rated = row.getByRole('button', { name: `4 stars for ${place.name}, change` })
  await expect(rated).toBeFocused()
  await expect(rated).toHaveText('4')
  await expect(row.getByRole('radio')).toHaveCount(0)

  // Arrows pass stars without rating; Escape changes nothing.
  await rated.press('Enter')
  await expect(row.getByRole('radio', { name: '4 stars' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(rated).toBeFocused()
  await rated.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(row.getByRole('radio', { name: '2 stars' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: `2 stars for ${place.name}, change` })).toBeFocused()
  await expect(page.getByText('Rating updated', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^More about the visit/ }).tap()
  await page.getByRole('menuitem', { name: 'Remove this visit' }).tap()
  await expect(page.getByText('Visit removed', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
})

test('of many visits only those near are drawn', async ({ page, signIn }) => {
  await signIn()
  await page.request.post('/api/visits', { data: { restaurantId: 1 } })
  const [visit] = await (await page.request.get('/api/visits')).json()
  const visits = Array.from({ length: 24 }, (_, id) => {
    const date = new Date(Date.UTC(2026, -id, 5)).toISOString().slice(0, 10)
    return { ...visit, id, date }
  })
  await page.route('**/api/visits', route => route.fulfill({ headers: ownHeaders, json: visits }))
  await page.goto('/profile?tab=visits')
  const lines = page.getByRole('tabpanel').getByRole('listitem')
  await expect(lines).toHaveCount(visits.length)
  const isDrawn = (line: Locator) =>
    line.evaluate(item => item.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(() => isDrawn(lines.first())).toBe(true)
  await expect.poll(() => isDrawn(lines.last())).toBe(false)
  await lines.last().scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(lines.last())).toBe(true)
})
