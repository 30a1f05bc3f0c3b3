import { button, chooseAction, openSection } from '../support/administration.ts'
import { expect, failRequests, test } from '../support/fixtures.ts'

test.beforeEach(async ({ signIn }) => {
  await signIn({ role: 'super-user' })
})

test('a form that cannot load its choices shows an error and opens after a retry', async ({ page }) => {
  await failRequests(page, '**/api/campuses')
  await openSection(page, 'users')
  await button(page, 'Add User').click()
  const failed = page.getByRole('dialog')
  await expect(failed.getByRole('alert')).toContainText('The drawer is stuck')
  await page.unroute('**/api/campuses')
  await button(failed, 'Retry').click()
  await expect(page.getByRole('dialog', { name: 'Add User' }).getByLabel('First Name')).toBeFocused()
})

test('the bulk delete dialog says why it cannot count the restaurants', async ({ page }) => {
  await openSection(page, 'restaurants')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await failRequests(page, '**/api/restaurants?limit=1')
  await chooseAction(page, /^Delete \d+ restaurants…$/)
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('alert')).toContainText('The drawer is stuck')
  await expect(button(question, 'Delete restaurants')).toBeDisabled()
  const reason = await question.getByRole('alert').boundingBox()
  const answer = await button(question, 'Delete restaurants').boundingBox()
  expect((reason?.y ?? 0) + (reason?.height ?? 0), 'above what answers it').toBeLessThan(answer?.y ?? 0)
})

test('an import that cannot load the campuses shows an error and works after a retry', async ({ page }) => {
  await failRequests(page, '**/api/campuses')
  await openSection(page, 'import')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The drawer is stuck')
  await page.unroute('**/api/campuses')
  await button(page, 'Retry').click()
  await expect(page.getByRole('tab', { name: 'CSV File Import' })).toBeVisible()
})

test('what couldn’t be loaded appears by itself once there is a connection', async ({ page }) => {
  await openSection(page, 'distances')
  await expect(page.getByText('API Configuration Status')).toBeVisible()
  await page.route('**/api/config/**', route => route.abort('connectionreset'))
  await page.getByRole('link', { name: 'API configuration' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load API configuration')
  await page.unroute('**/api/config/**')
  await expect(page.getByRole('heading', { name: 'Mapbox' })).toBeVisible()
})
