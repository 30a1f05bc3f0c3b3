import type { Locator, Page } from '@playwright/test'
import { submitSignIn } from '../support/account-forms.ts'
import { newAlert, removeAlerts } from '../support/administration.ts'
import { setSetting } from '../support/database.ts'
import { expect, holdRequests, layoutShiftOf, test, waitForContent } from '../support/fixtures.ts'
import { lunchOf, startLunch } from '../support/lunches.ts'
import { cards, restaurantsNear } from '../support/restaurants.ts'

/** The time in which what doesn't wait for the request that is held back would appear. */
const inVain = (page: Page) => page.waitForTimeout(500)

const expectStill = async (page: Page) =>
  expect(await layoutShiftOf(page), 'nothing on the page has moved').toBeLessThan(0.01)

/**
 * Opens a page, of which this part waits for a request. It comes together with the reply, and nothing moves. What is
 * there meanwhile shows that the page could have shown the part, too.
 */
async function expectToWait(
  page: Page,
  address: string,
  held: string | RegExp,
  part: Locator,
  meanwhile?: Locator,
): Promise<void> {
  const release = await holdRequests(page, held)
  const asked = page.waitForRequest(held)
  const configured = page.waitForResponse('**/api/config/public')
  await page.goto(address)
  await Promise.all([asked, configured])
  if (meanwhile) await expect(meanwhile).toBeVisible()
  await inVain(page)
  await expect(part).toHaveCount(0)
  release()
  await expect(part.first()).toBeVisible()
  await waitForContent(page)
  await expectStill(page)
}

test.beforeEach(async ({ page, signIn }) => {
  // How long the page waits for content above the rest; slow machines would reach its limit.
  await page.addInitScript('window.longestWaitMs = 60_000')
  await signIn()
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
})

test('“How was it?” appears together with the profile, the tab counts have reserved space, and nothing moves', async ({
  page,
}) => {
  const letCountsGo = await holdRequests(page, '**/api/favorites')
  const letQuestionGo = await holdRequests(page, '**/api/visits/to-rate')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('tab', { name: 'Your Ratings 0' })).toBeAttached()
  letQuestionGo()
  await expect(page.getByRole('heading', { name: 'How was it?' })).toBeInViewport()
  const favorites = page.getByRole('tab', { name: /^Favorites/ })
  await expect(favorites).toHaveText('Favorites0')
  await expect(favorites).toHaveAccessibleName('Favorites')
  const before = await favorites.boundingBox()
  letCountsGo()
  await expect(favorites).toHaveAccessibleName('Favorites 0')
  expect(await favorites.boundingBox()).toEqual(before)
  await expect(page.getByText('No favorites yet')).toBeVisible()
  await expectStill(page)
})

test('“How was it?” appears together with the restaurants of Home, and nothing moves', async ({ page }) => {
  await expectToWait(page, '/?campus=arden', /how-was-it.*\.js$/, cards(page))
  await expect(page.getByRole('heading', { name: 'How was it?' })).toBeInViewport()
})

test('today’s lunches appear together with the restaurants even if they load before the campuses, and nothing moves', async ({
  page,
  signIn,
}) => {
  // Only visible to this department, so other tests do not see it.
  const department = 'Finance'
  const host = await signIn({ firstName: 'Lea', lastName: 'Late', department })
  await startLunch(page.request, { department })
  const letCampusesGo = await holdRequests(page, '**/api/campuses')
  const letCardsGo = await holdRequests(page, '**/assets/lunch-cards*')
  const others = Promise.all([page.waitForResponse('**/for-you'), page.waitForResponse('**/lunches/events')])
  await page.goto('/?campus=arden')
  await others
  await inVain(page)
  const asked = page.waitForRequest('**/assets/lunch-cards*')
  letCampusesGo()
  await asked
  await inVain(page)
  await expect(cards(page)).toHaveCount(0)
  letCardsGo()
  await expect(lunchOf(page, host)).toBeInViewport()
  await expectStill(page)
})

for (const [section, call, below] of [
  ['import', '/api/config/status', 'Download template'],
  ['email', '/api/admin/mails/setup', 'Send a test email'],
  ['backups', '/api/backup/status', 'Search backups'],
  ['profile-images', '/api/admin/profile-images', 'Search images'],
  ['distances', '/api/admin/restaurants/recalculate-distances', 'API configuration'],
] as const)
  test(`${section}: the content waits for what is above it, and nothing moves`, async ({ page, signIn }) => {
    await signIn({ role: 'super-user' })
    const part = page.getByRole('main').getByText(below).or(page.getByLabel(below))
    const heading = page.getByRole('heading', { level: 1 })
    await expectToWait(page, `/admin?section=${section}`, `**${call}`, part, heading)
  })

test('the section named in the URL has its space before the session is known, and nothing moves', async ({
  page,
  signIn,
  newPerson,
}) => {
  // More than a page of the list, so that there is something below it.
  for (let people = 0; people <= 50; people += 1) await newPerson()
  await signIn({ role: 'admin' })
  const release = await holdRequests(page, '**/api/session')
  await page.goto('/admin?section=users', { waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] .animate-breathe').first()).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: /^Users/ })).toBeVisible()
  await waitForContent(page)
  await expectStill(page)
})

test('the registration form appears together with the message above it, however long, and nothing moves', async ({
  page,
  server,
}) => {
  await page.context().clearCookies()
  const key = 'registration_message'
  setSetting(server, key, 'A line of what has to be said, and then there is more. '.repeat(4).trim())
  const email = page.getByLabel('Email', { exact: true })
  const heading = page.getByRole('heading', { name: 'Create an account' })
  await expectToWait(page, '/register', `**/api/system-settings/${key}`, email, heading)
  await expect(page.getByText(/^A line of/)).toBeVisible()
  setSetting(server, key, null)
})

test.describe('alerts', () => {
  test.beforeEach(({ admin }) => newAlert(admin))
  test.afterEach(({ admin }) => removeAlerts(admin))

  for (const address of ['/login', '/register', '/?campus=matthews', '/profile'])
    test(`${address}: an existing alert appears together with the page, and nothing moves`, async ({
      page,
    }) => {
      if (address === '/login' || address === '/register') await page.context().clearCookies()
      const heading = page.locator('h1:not([inert] *)')
      await expectToWait(page, address, '**/api/emergency-messages/active', heading)
      await expect(page.getByText('The road to Arden is closed')).toBeInViewport()
    })

  test('an alert shown before sign-in appears above Home immediately', async ({ page, newPerson }) => {
    await page.context().clearCookies()
    const { email, password } = await newPerson({ campusCode: 'matthews' })
    await page.goto('/login?next=/%3Fcampus%3Dmatthews')
    const alert = page.getByText('The road to Arden is closed')
    await expect(alert).toBeVisible()
    await holdRequests(page, '**/api/emergency-messages/active')
    await submitSignIn(page, { email, password })
    await expect(cards(page).first()).toBeVisible()
    await expect(alert).toBeVisible()
  })
})
