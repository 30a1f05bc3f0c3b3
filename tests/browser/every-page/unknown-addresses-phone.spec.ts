import { submitSignIn } from '../support/account-forms.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

const files = [
  '/.env',
  '/.git/config',
  '/.well-known/security.txt',
  '/wp-login.php',
  '/no-such.js',
  '/assets/of-an-earlier-release.js',
  '/assets/',
  '/assets/..%2findex.html',
  '/profile/.x/',
]
const page404 = 'There’s nothing here'

test('what can only be a file is a 404, in words for people and in short for programs', async ({ page }) => {
  for (const path of files) {
    const program = await page.request.get(path)
    expect([path, program.status(), await program.json()]).toEqual([
      path,
      404,
      { message: 'There is nothing at this address', code: 'not_found' },
    ])
    expect(program.headers()['cache-control'] ?? '').not.toContain('immutable')
    expect((await page.request.head(path)).status()).toBe(404)
    const reply = await page.goto(path)
    expect([path, reply?.status()]).toEqual([path, 404])
    await expect(page.getByRole('heading', { name: page404 })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the restaurants' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('an unknown address leads a person to the start, and is a 404 for programs', async ({ page }) => {
  for (const path of ['/nothing', '/profile/nothing', '/john%20smith']) {
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 404])
    expect((await page.request.get(path, { headers: { accept: 'application/json' } })).status()).toBe(404)
    const reply = await page.goto(path)
    expect([path, reply?.status(), reply?.headers().vary?.toLowerCase()]).toEqual([
      path,
      200,
      expect.stringMatching(/accept(,|$)/),
    ])
    await expect(page).toHaveURL(/\/login$/)
  }
  // What the router knows is there for everyone who asks.
  for (const path of ['/', '/login', '/Profile/Edit/?x=1', '/auth', '/admin?section=users'])
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 200])
})

test('a password manager finds where to change the password, also through the sign-in', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson()
  const reply = await page.request.get('/.well-known/change-password', { maxRedirects: 0 })
  expect([reply.status(), reply.headers().location]).toEqual([302, '/profile/edit#password'])
  await page.goto('/.well-known/change-password')
  await submitSignIn(page, person)
  await expect(page).toHaveURL(/\/profile\/edit#password$/)
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeInViewport()
  await expect(page.getByLabel('Current password')).toBeInViewport()
})
