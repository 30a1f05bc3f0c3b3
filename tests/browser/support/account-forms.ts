import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What someone who registers enters beside an email address. */
export const newUser = {
  firstName: 'Nell',
  lastName: 'Newcomer',
  password: 'a good lunch',
  campusCode: 'brevard',
  department: 'Outreach',
}

/** Fills in the form of an open sign-in page and sends it. */
export async function submitSignIn(page: Page, person: { email: string; password: string }): Promise<void> {
  // The previous page may also have an email field.
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await expect(send).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await send.click()
}

/** Fills in the form of an open registration page and sends it. */
export async function submitRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill(newUser.firstName)
  await page.getByLabel('Last name').fill(newUser.lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newUser.password)
  await page.getByLabel('Campus').selectOption(newUser.campusCode)
  await page.getByLabel('Department').selectOption(newUser.department)
  await page.getByRole('button', { name: 'Create account' }).click()
}
