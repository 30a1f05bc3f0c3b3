import { button, toast } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test('the user menu leads back to the restaurants and signs out', async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  await page.goto('/admin')
  const own = button(page, 'Menu of Robin Sample')
  await own.click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile')
  await page.getByRole('menuitem', { name: 'Back to Restaurants' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Restaurants/)
  await own.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(toast(page, 'Logged out')).toBeVisible()
  await expect(button(page, 'Sign in')).toBeVisible()
  expect((await page.request.get('/api/admin/users')).status()).toBe(401)
})

test('ordinary users are sent to Home, and visitors have to sign in first', async ({ page, signIn }) => {
  await page.goto('/admin?section=users')
  await expect(page).toHaveURL(/next=/)
  await expect(button(page, 'Sign in')).toBeVisible()

  await signIn()
  for (const address of ['/admin', '/admin?section=users', '/full-data-assist']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
    await expect(page).toHaveURL(/\/(\?.*)?$/)
  }
  await signIn({ role: 'admin' })
  await page.goto('/config')
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('an administrator who is demoted while signed in loses Command Mode', async ({
  page,
  admin,
  signIn,
}) => {
  const person = await signIn({ role: 'admin' })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Restaurants/)
  expect((await admin.patch(`/api/admin/users/${person.id}`, { data: { role: 'user' } })).ok()).toBe(true)
  await page.getByRole('navigation', { name: 'Command Mode' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: /Access Denied|Find Restaurants Near:/ })).toBeVisible()
  await expect(page.getByText(person.email)).toBeHidden()
})
