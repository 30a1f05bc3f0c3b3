import type { Page } from '@playwright/test'
import { newAlert, newCampus, newRestaurant, openSection, removeAlerts } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/*
 * Rows are cards on phones by their styles alone. Browsers then take the roles of a table from its elements: Chrome itself
 * is asked for what it reads aloud.
 */

test.afterEach(async ({ admin }) => {
  await removeAlerts(admin)
})

for (const width of [390, 1440]) {
  test(`at ${width} pixels, a campus is read as a row with headers`, async ({ page, admin, signIn }) => {
    const { code, name } = await newCampus(admin)
    await newRestaurant(admin, { campusCode: code })
    await signIn({ role: 'super-user' })
    await page.setViewportSize({ width, height: 900 })
    await openSection(page, 'campuses', name)
    const row = page.getByRole('row', { name })
    await expect(row).toBeVisible()
    const dot = width < 1024 ? '· ' : ''
    expect(await readAloud(page)).toEqual([
      'columnheader Name',
      'columnheader Place',
      'columnheader Restaurants',
      'columnheader Chat',
      'columnheader Users',
      'columnheader Actions',
      `rowheader ${name} ${code}`,
      `cell 1 Hill Road, Arden ${dot}35.4000, -82.5000`,
      width < 1024 ? `cell 1 restaurant near ${name}` : `cell 1 near ${name}`,
      width < 1024 ? 'cell ' : 'cell None',
      width < 1024 ? 'cell · 0 users' : 'cell 0',
      `cell Edit ${name} Delete ${name}`,
    ])
  })
}

test('a card is focused as it is read, and sorted by no header', async ({ page, admin, signIn }) => {
  await newAlert(admin, { title: 'Ice on the bridge' })
  await signIn({ role: 'super-user' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSection(page, 'alerts')
  await page.getByRole('rowheader').getByRole('button', { name: 'Ice on the bridge', exact: true }).focus()
  const focused = page.locator(':focus')
  for (const name of [
    /^Active ?: Ice on the bridge$/,
    'Edit Ice on the bridge',
    'Delete Ice on the bridge',
  ]) {
    await page.keyboard.press('Tab')
    await expect(focused).toHaveAccessibleName(name)
  }
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0)
})

/** The cells that Chrome tells assistive technology, in order, each with its role and name. */
async function readAloud(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  return nodes.flatMap(({ role, name, ignored }) =>
    !ignored && /^(cell|rowheader|columnheader)$/.test(String(role?.value))
      ? [
          `${role?.value} ${String(name?.value ?? '')
            .replace(/\s+/g, ' ')
            .trim()}`,
        ]
      : [],
  )
}
