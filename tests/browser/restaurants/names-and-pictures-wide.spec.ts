import type { Locator } from '@playwright/test'
import { picture } from '#tests/support/samples/pictures.ts'
import { newRestaurant, openSection } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/** The lines of a text on the screen. */
const linesOf = (at: Locator) =>
  at.evaluate(element => {
    const lines = new Map<number, string>()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const [index, sign] of [...(node.textContent ?? '')].entries()) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const { bottom } = range.getBoundingClientRect()
        lines.set(bottom, (lines.get(bottom) ?? '') + sign)
      }
    return [...lines.values()]
  })

test('a long name or file name is wrapped between its words, or its table scrolls', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  const lastName = 'Wolfeschlegelsteinhausenbergerdorff'
  await signIn({ role: 'super-user', firstName: 'Maximiliane', lastName })
  await openSection(page, 'users', lastName)
  const name = page.getByRole('rowheader').filter({ hasText: lastName }).getByText(lastName)
  expect((await linesOf(name)).map(line => line.trim())).toContain(lastName)

  await page.setViewportSize({ width: 390, height: 844 })
  const created = await page.request.post('/api/backup', { data: { includeImages: false } })
  const { filename } = await created.json()
  await openSection(page, 'backups')
  const lines = await linesOf(page.getByText(filename, { exact: true }).first())
  expect(lines.join('')).toBe(filename)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/-$/)
})

test('a transparent picture stands on a light plate in both schemes', async ({ page, admin, signIn }) => {
  await signIn({ role: 'admin' })
  const { id, name } = await newRestaurant(admin)
  const buffer = await picture({ width: 320, height: 240 }).ensureAlpha(0).png().toBuffer()
  const restaurantImage = { name: 'logo.png', mimeType: 'image/png', buffer }
  const saved = await page.request.post(`/api/restaurant/${id}/image`, { multipart: { restaurantImage } })
  expect(saved.ok(), await saved.text()).toBe(true)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`/?campus=arden&q=${encodeURIComponent(name)}`)
    const shown = page.getByRole('main').locator('img[data-loaded]').first()
    await expect(shown).toBeVisible()
    const background = await shown.evaluate(element => getComputedStyle(element).backgroundColor)
    expect([colorScheme, background]).toEqual([colorScheme, 'oklch(0.994 0.006 88)'])
  }
})
