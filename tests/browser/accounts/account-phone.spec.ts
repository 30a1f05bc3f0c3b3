import type { Page } from '@playwright/test'
import { newUser, submitRegistration, submitSignIn } from '../support/account-forms.ts'
import { expireLinksOf, setSetting } from '../support/database.ts'
import { expect, expectAccessible, mailedLink, test } from '../support/fixtures.ts'

const disabled = 'Registration is currently disabled. Please contact your administrator.'

test.afterEach(({ server }) => {
  for (const key of ['domain_whitelist', 'registration_enabled', 'registration_message']) {
    setSetting(server, key, null)
  }
})

test('an expired verification link can be replaced by a new one, which works', async ({ page, server }) => {
  const email = 'late@example.org'
  await register(page, email)
  const oldLink = await mailedLink(server, email)
  expireLinksOf(server, email)

  await confirm(page, oldLink)
  await expect(page.getByRole('heading', { name: 'This link is too old' })).toBeVisible()
  await expectAccessible(page)
  await expect(
    page.getByText('This verification link has expired. Please request a new verification email.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report a problem' })).toHaveAttribute('href', /^mailto:/)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('a new link is on its way')).toBeVisible()

  const newLink = await mailedLink(server, email, oldLink)
  await confirm(page, newLink)
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await confirm(page, oldLink)
  await expect(page.getByText('This verification link is not valid.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: newUser.password })
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('signing in before verifying offers the link again, but not twice in a row', async ({
  page,
  server,
}) => {
  const email = 'eager@example.org'
  await register(page, email)
  const firstLink = await mailedLink(server, email)
  await page.goto('/login')
  await submitSignIn(page, { email, password: newUser.password })
  await expect(page.getByRole('heading', { name: 'Verify your email first' })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: newUser.password })
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(page.getByText('a new link is on its way')).toBeVisible()
  const newLink = await mailedLink(server, email, firstLink)

  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByText('a new link is on its way')).toBeVisible()
  await confirm(page, newLink)
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  expect(await server.mailsTo(email)).toHaveLength(2)

  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: newUser.password })
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('in another browser, such as a mail scanner’s, opening the link does nothing by itself', {
  tag: '@main',
}, async ({ page, server, browser }) => {
  const email = 'victim@example.org'
  await register(page, email)
  const link = await mailedLink(server, email)
  const elsewhere = await browser.newContext({ baseURL: server.origin })
  const scanner = await elsewhere.newPage()
  const verified: string[] = []
  scanner.on('request', request => {
    if (request.url().includes('/api/verification/verify')) verified.push(request.url())
  })
  await scanner.goto(link)
  await expect(scanner.getByText('If you didn’t register, close this page.')).toBeVisible()
  await scanner.waitForLoadState('networkidle')
  expect(verified).toEqual([])
  await scanner.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(scanner.getByRole('heading', { name: 'Email verified' })).toBeVisible()
  await elsewhere.close()
})

test('a server error below a field disappears once the field is corrected', async ({ page, server }) => {
  await page.goto('/register')
  await expect(page.getByLabel('Email')).toBeVisible()
  setSetting(server, 'domain_whitelist', 'parish.example')
  await submitRegistration(page, 'nell@example.org')
  const sentence = page.getByText('Email must be a @parish.example address')
  await expect(sentence).toBeVisible()
  await page.getByLabel('Email').fill('nora@example.org')
  await expect(sentence).toHaveCount(0)
})

test('turning registration off while a form is being filled in shows an error', async ({ page, server }) => {
  await page.goto('/register')
  await expect(page.getByLabel('Email')).toBeVisible()
  setSetting(server, 'registration_enabled', 'false')
  await submitRegistration(page, 'slow@example.org')
  await expect(page.getByText(`Error 403: ${disabled}`, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('slow@example.org')
})

async function register(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/register', { data: { ...newUser, email } })
  expect(response.status(), await response.text()).toBe(201)
}

/** Opens a mailed link in a browser that didn't register. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
}
