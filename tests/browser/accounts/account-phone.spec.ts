import type { Page } from '@playwright/test'
import { newUser, submitSignIn } from '../support/account-forms.ts'
import { expireLinksOf } from '../support/database.ts'
import { expect, expectAccessible, mailedLink, test } from '../support/fixtures.ts'

test('a link that is too old and an early sign-in both lead to another link', async ({ page, server }) => {
  const email = 'late@example.org'
  await register(page, email)
  const oldLink = await mailedLink(server, email)
  expireLinksOf(server, email)
  const sent = page.getByText('a new link is on its way')

  await confirm(page, oldLink)
  await expect(page.getByRole('heading', { name: 'This link is too old' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(sent).toBeVisible()
  const newLink = await mailedLink(server, email, oldLink)

  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: newUser.password })
  await expect(page.getByRole('heading', { name: 'Verify your email first' })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: newUser.password })
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expect(sent).toBeVisible()
  const sentAgain = page.waitForResponse('**/api/verification/resend')
  await page.getByRole('button', { name: 'Send again' }).click()
  await sentAgain
  await expect(sent).toBeVisible()

  await confirm(page, newLink)
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
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

async function register(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/register', { data: { ...newUser, email } })
  expect(response.status(), await response.text()).toBe(201)
}

/** Opens a mailed link in a browser that didn't register. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
}
