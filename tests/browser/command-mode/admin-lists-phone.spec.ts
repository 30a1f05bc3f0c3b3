import { button, newCampus, newRestaurant, openSection, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('the first row of every list is in the upper third of the screen', async ({ page, admin }) => {
  await admin.post('/api/backup', { data: {} })
  for (const section of ['restaurants', 'users', 'departments', 'campuses', 'audit-log', 'backups']) {
    await openSection(page, section)
    const first = page.locator('tbody tr').first()
    await expect(first).toBeVisible()
    const top = () => first.evaluate(row => row.getBoundingClientRect().top)
    await expect.poll(top, section).toBeLessThanOrEqual(260)
  }
})

test('one button holds all filters, with their number, and Back closes it', async ({ page, admin }) => {
  const campus = await newCampus(admin)
  const street = unique('Filter Street')
  for (const letter of ['A', 'B'])
    await newRestaurant(admin, { campusCode: campus.code, name: unique(letter), address: street })
  await openSection(page, 'restaurants')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await button(page, 'Filter').click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await page.goBack()
  await expect(sheet).toHaveCount(0)

  await button(page, 'Filter').click()
  await sheet.getByLabel('Campus').selectOption({ label: campus.name })
  await expect(sheet.getByRole('status')).toHaveText('2 restaurants')
  await sheet.getByLabel('Sort by').selectOption('name down')
  await button(sheet, 'Show 2 restaurants').click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filter 1 active' })).toBeFocused()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('B')
  await page.reload()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Filter 1 active' }).click()
  await button(sheet, 'Clear').click()
  await expect(sheet.getByLabel('Campus')).toHaveValue('')
  await expect(button(sheet, 'Clear')).toBeDisabled()
  await button(sheet, 'Close').click()
  await expect(button(page, 'Filter')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Restaurants2 restaurants')
})
