import { startIssuer } from '#tests/support/services/issuer.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { withService } from '../support/with-service.ts'

const test = withService(startIssuer, ({ environment }) => ({ ...environment, OIDC_LABEL: 'Sample Church' }))

test('a new user signs in through the identity provider, chooses campus and department, and signs out there, too', async ({
  page,
  server,
  service: issuer,
}) => {
  await issuer.register(server.origin)
  issuer.people.set('ana', {
    email: 'ana@example.org',
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Sample',
  })
  await page.goto('/login?next=%2Fprofile&error=cancelled')
  await expect(page.getByRole('alert')).toContainText('You didn’t finish signing in with Sample Church')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue with Sample Church' }).click()

  // The pages of the identity provider.
  await page.getByPlaceholder('Enter any login').fill('ana')
  await page.getByPlaceholder('and password').fill('known there alone')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome, Ana' })).toBeVisible()
  await expect(page.getByText('ana@example.org')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Campus').selectOption('Arden')
  await page.getByLabel('Department').selectOption('Worship')
  await page.getByRole('button', { name: 'Create account' }).click()
  // The page that was requested before sign-in.
  await expect(page).toHaveURL(/\/profile$/)
  // Wait until the heading has the focus: moving the focus later would close the menu.
  await expect(page.getByRole('heading', { name: 'Ana Sample' })).toBeFocused()

  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.origin}/login`)
  await expect(page.getByRole('link', { name: 'Continue with Sample Church' })).toBeVisible()
})
