import { openSection } from './administration.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'admin' }))
})

test('the URL holds the campus filter and the sort order of the list', { tag: '@nightly' }, async ({
  page,
}) => {
  await openSection(page, 'restaurants')
  await page.getByLabel('Campus', { exact: true }).selectOption({ label: 'Arden' })
  await expect(page).toHaveURL(/campusCode=arden/)
  const first = page.getByRole('row').nth(1)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/order=desc/)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(page.getByLabel('Campus', { exact: true })).toHaveValue('arden')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await expect(first.getByRole('cell', { name: 'Arden', exact: true })).toBeVisible()
})
