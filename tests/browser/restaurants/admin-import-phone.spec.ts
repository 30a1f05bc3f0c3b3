import {
  button,
  csvFile,
  newCampus,
  newRestaurant,
  openSection,
  toast,
  unique,
} from '../support/administration.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

test('restaurants are imported from a file after a preview', { tag: '@main' }, async ({
  page,
  admin,
  signIn,
}) => {
  await signIn({ role: 'admin' })
  const campus = await newCampus(admin)
  const known = await newRestaurant(admin, { campusCode: campus.code })
  await openSection(page, 'import')
  // The first source that can work is open.
  await expect(page.getByRole('tab', { selected: true })).toHaveText('CSV File Import')
  await expect(page.getByRole('tab').first()).toHaveAccessibleName(/^Yelp API Import\s+needs a key$/)
  await button(page, 'Preview').click()
  await expect(page.getByText('No file selected', { exact: true })).toBeVisible()
  await expect(page.getByText('No campus selected', { exact: true })).toBeVisible()
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: campus.name })
  const file = page.getByLabel('CSV file', { exact: true })
  await file.setInputFiles(csvFile('name;address\nAnn;1 Street\n'))
  await button(page, 'Preview').click()
  await expect(page.getByRole('main').getByText('Failed to import CSV file')).toBeVisible()

  // What each row may hold, and what becomes of it: features/imports/server/csv.
  const added = unique('Plain Place')
  const rows = [
    'Name,Address,Category,Phone,Website',
    `${added},2 Main Street,Grill,(828) 555-0102,https://example.org`,
    `${known.name},"${known.address}",,,`,
    ',3 Main Street,Diner,,',
    `${unique('Café Zoë')},4 Main Street,,,not an address`,
  ]
  const name = `${unique('places')}.csv`
  await file.setInputFiles(csvFile(rows.join('\n'), name))
  await button(page, 'Preview').click()
  const which = page.getByRole('radiogroup', { name: 'Which rows' })
  await expect(which).toContainText('All rows (4)')
  await expect(which).toContainText('New (2)')
  await expect(which).toContainText('Duplicate (1)')
  await expect(page.getByText(/^Row 5: website left out: /)).toBeVisible()
  await which.getByText('Faulty (1)').click()
  await expect(page.getByText(/^Row 4: /)).toBeVisible()
  await expect(page.getByText(added)).toBeHidden()

  await button(page, 'Import 2 restaurants').click()
  await expect(toast(page, 'Import successful').first()).toBeVisible()
  const result = page.getByRole('region', { name: 'Imports of the last day' })
  await expect(result).toContainText(`2 restaurants were imported from ${name} for ${campus.name}.`)
  await expect(result).toContainText('1 duplicate was skipped.')
  await expect(result).toContainText('1 problem:')
  await expect(result).toContainText('1 remark:')
  const unlocated = page.getByRole('region', { name: /restaurants without a position$/ })
  await expect(unlocated.getByText('Addresses aren’t located on this server.').first()).toBeVisible()
  await page.getByRole('link', { name: `Show the restaurants of ${campus.name}` }).click()
  await expect(button(page, `Edit ${added}`)).toBeVisible()
})

test('the next page of a file’s rows starts at its first row', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await openSection(page, 'import')
  await page.getByRole('tab', { name: 'CSV File Import' }).click()
  const rows = Array.from({ length: 120 }, (_, row) => `Place ${row},${row} Street,,,`)
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles(csvFile(['name,address,category,phone,website', ...rows].join('\n')))
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: 'Arden' })
  await button(page, 'Preview').click()
  await expect(page.getByText('Place 0', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // By keyboard: rows that come into view get their height, and move what is below.
  await button(page, 'Next page').press('Enter')
  await expect(page.getByText('Place 50', { exact: true })).toBeInViewport()
  await expect(page.getByRole('radiogroup', { name: 'Which rows' })).toBeInViewport({ ratio: 1 })
})
