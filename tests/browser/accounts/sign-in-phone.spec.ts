import { submitSignIn } from '../support/account-forms.ts'
import { expect, expectAccessible, mailedLink, test } from '../support/fixtures.ts'

test('a visitor causes no console messages', async ({ page }) => {
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  for (const address of ['/', '/login', '/register', '/forgot-password']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(said).toEqual([])
})

test('pages that need a sign-in lead to it; what is wrong is said; then back to the requested page, never to another site [T-115]', {
  tag: '@main',
}, async ({ page, newPerson }) => {
  const person = await newPerson()
  // What a chat or a notification links to is kept.
  await page.goto('/?lunch=12')
  await expect(page).toHaveURL(/\/login\?next=%2F%3Flunch%3D12$/)
  await page.goto('/profile?tab=ratings')
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await submitSignIn(page, { email: person.email, password: 'not the password' })
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid email or password' })
  await expect(alert).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await alert.getByRole('button', { name: /dismiss|close/i }).click()
  await expect(alert).toBeHidden()
  await submitSignIn(page, person)
  await expect(page).toHaveURL(/\/profile\?tab=ratings/)

  await page.context().clearCookies()
  await page.goto('/auth?next=https://elsewhere.example/')
  await expect(page).toHaveURL(/\/login/)
  await submitSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('at another address than the one that is set up, sign-in leads there', async ({ page, server }) => {
  // Browsers resolve it to this machine, too.
  const elsewhere = server.origin.replace('localhost', 'lunch.localhost')
  for (const path of ['/login?next=%2Fprofile', '/register', '/forgot-password']) {
    await page.goto(elsewhere + path)
    await expect(page.getByRole('heading', { name: 'Please sign in at another address' })).toBeVisible()
    await expect(page.locator('input')).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Go to / })).toHaveAttribute('href', server.origin + path)
  }
  await expectAccessible(page)
})

test('signing out in one tab signs out the others, and Back shows nothing [T-14 T-114]', {
  tag: '@main',
}, async ({ page, context, signIn }) => {
  await signIn({ firstName: 'Tabitha' })
  await page.goto('/profile')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: /Tabitha/ })).toBeVisible()
  await page.getByRole('button', { name: 'Menu of Tabitha Sample' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('a forgotten password is reset by mail', { tag: '@main' }, async ({ page, server, newPerson }) => {
  const { email } = await newPerson()
  await page.goto('/login')
  await page.getByRole('link', { name: /forgot/i }).click()
  // The previous page also has a field with this label.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await page.goto(await mailedLink(server, email))
  await page.getByLabel(/^New password/i).fill('a better password')
  await page.getByLabel(/^Confirm/i).fill('a better password')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await submitSignIn(page, { email, password: 'a better password' })
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})
