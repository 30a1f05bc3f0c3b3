import { submitSignIn } from '../support/account-forms.ts'
import { expect, mailedLink, ownHeaders, test } from '../support/fixtures.ts'

test('a visitor causes no console messages, and robots.txt exists', async ({ page }) => {
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  for (const address of ['/', '/login', '/register', '/forgot-password']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(said).toEqual([])
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await robots.text()).toMatch(/^User-agent: \*\n/)
})

test('/auth leads to sign-in, and never to another site afterwards [T-115]', async ({ page, newPerson }) => {
  const person = await newPerson()
  // What a chat or a notification links to is kept.
  await page.goto('/?lunch=12')
  await expect(page).toHaveURL(/\/login\?next=%2F%3Flunch%3D12$/)
  await page.goto('/auth?next=https://elsewhere.example/')
  await expect(page).toHaveURL(/\/login/)
  await submitSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('pages that need a sign-in lead to it; what is wrong is said and can be dismissed; then back to the requested page', {
  tag: '@main',
}, async ({ page, newPerson }) => {
  const person = await newPerson()
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
})

test('a browser that rejects cookies gets an explanation instead of an endless sign-in', async ({
  page,
  server,
  newPerson,
}) => {
  await page.route('**/api/login', async route => {
    const reply = await fetch(`${server.origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: route.request().postData(),
    })
    await route.fulfill({ status: reply.status, headers: ownHeaders, body: await reply.text() })
  })
  await page.goto('/login')
  await submitSignIn(page, await newPerson())
  await expect(page.getByRole('alert')).toContainText('cookie')
  await expect(page).toHaveURL(/\/login$/)
})

test('signing out in one tab signs out the others, and Back shows nothing [T-14 T-114]', {
  tag: '@main',
}, async ({ page, context, signIn }) => {
  await signIn({ firstName: 'Tabitha' })
  await page.goto('/profile')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: /Tabitha/ })).toBeVisible()
  await page
    .getByRole('button', { name: /Tabitha|account|menu/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('a forgotten password can be reset through the mailed link, which ends all other sessions', {
  tag: '@main',
}, async ({ page, browser, server, newPerson, signInAs }) => {
  const person = await newPerson()
  const elsewhere = await browser.newPage({ baseURL: server.origin })
  await signInAs(person, elsewhere)

  await page.goto('/login')
  await page.getByRole('link', { name: /forgot/i }).click()
  // The previous page also has a field with this label.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await page.goto(await mailedLink(server, person.email))
  await page.getByLabel(/^New password/i).fill('a better password')
  await page.getByLabel(/^Confirm/i).fill('a better password')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL(/\/login/)
  await submitSignIn(page, { email: person.email, password: 'a better password' })
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
  expect((await elsewhere.request.get('/api/user')).status()).toBe(401)
  await elsewhere.close()
})
