import { openSection } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'admin' })
})

test('the URL holds the campus filter and the sort order of the list', async ({ page }) => {
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

test('Back to a search restores its text as well as its results', async ({ page }) => {
  await openSection(page, 'restaurants')
  const search = page.getByRole('searchbox').first()
  await search.fill('taco')
  await expect(page).toHaveURL(/q=taco/)
  await page
    .getByRole('navigation', { name: 'Command Mode' })
    .getByRole('link', { name: 'Restaurants', exact: true })
    .click()
  await expect(page).not.toHaveURL(/q=taco/)
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/q=taco/)
  await expect(search).toHaveValue('taco')
})
