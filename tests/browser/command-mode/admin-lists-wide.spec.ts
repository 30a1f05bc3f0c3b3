import { openSection, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

/* sweep-phone.spec.ts looks at every list at every width. */

const many = 'Wilhelmina-Theodora of the Upper Mills and the Lower Meadows'

test('without long names, the table of campuses fits a small laptop', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  await signIn({ role: 'super-user' })
  await openSection(page, 'campuses', 'ville')
  await expect(page.getByRole('rowheader', { name: 'Hendersonville' })).toBeVisible()
  const beyond = page.locator('main section:has(> table)').evaluate(it => it.scrollWidth - it.clientWidth)
  expect(await beyond).toBe(0)
})

test('a long campus name keeps all filters in the line of the search', async ({ page, admin, signIn }) => {
  const name = unique(many)
  const where = { address: '1 Hill Road', latitude: 35.4, longitude: -82.5 }
  const added = await admin.post('/api/admin/campuses', { data: { ...where, name, code: 'longName' } })
  expect(added.status()).toBe(201)
  await signIn({ role: 'super-user' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSection(page, 'restaurants')
  const campus = page.getByLabel('Campus', { exact: true })
  await expect(campus.getByRole('option', { name })).toBeAttached()
  const search = await page.getByRole('searchbox').boundingBox()
  for (const filter of [campus, page.getByLabel('To do')])
    expect((await filter.boundingBox())?.y).toBe(search?.y)
  await admin.delete(`/api/admin/campuses/${(await added.json()).id}`)
})

test('with a mouse, the menu fits a laptop and rows take 48 pixels', async ({ page, newPerson, signIn }) => {
  await newPerson({ email: 'bartholomew.featherstonehaugh-cholmondeley@example.org' })
  await signIn({ role: 'super-user' })
  await openSection(page, 'users')
  const menu = page.getByRole('navigation', { name: 'Command Mode' })
  const last = menu.getByRole('link').last()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect((await last.boundingBox())?.height).toBe(36)
  const rows = page.locator('tbody tr')
  await expect(rows).not.toHaveCount(0)
  const heights = await rows.evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBe(48)
  await openSection(page, 'users', 'bartholomew.feather')
  const email = page.getByRole('cell', { name: /^bartholomew/ })
  expect(await email.evaluate(cell => cell.firstElementChild?.getClientRects().length)).toBe(1)
  expect((await email.boundingBox())?.height).toBe(48)
})
