import type { Page } from '@playwright/test'
import type { Role } from '#kit/rules/roles.ts'
import release from '../../../package.json' with { type: 'json' }
import { expect, expectAccessible, holdRequests, test } from '../support/fixtures.ts'
import { primaryAdmin, startServer } from '../support/server.ts'

const link = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

test('when signed out, the header offers sign-in and nothing else', async ({ page }) => {
  await page.goto('/register')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Common Table' })).toHaveAttribute('href', '/')
  await expect(header.getByRole('button')).toHaveCount(0)
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the menu leads to the profile and to the request forms', async ({ page, signIn }) => {
  await signIn({ firstName: 'Zoë & Co', lastName: "O'Sample" })
  await openMenu(page, '/')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Profile',
    'Notifications',
    'Calendar & Reminder',
    'Request a Restaurant',
    'Report a Problem',
    'Request a Feature',
    'Log out',
  ])
  await expect(page.getByText(`System Version: ${release.version}`, { exact: true })).toBeVisible()
  for (const name of ['Request a Restaurant', 'Report a Problem', 'Request a Feature'])
    await expect(link(page, name)).toHaveAttribute('href', /\?suggest=(restaurant|problem|feature)$/)
  await expectAccessible(page)
  await link(page, 'Profile').click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('the menu shows the administration entries of the role', async ({ page, signIn }) => {
  for (const [role, entries] of [
    ['user', []],
    ['admin', ['Admin Dashboard']],
    ['super-user', ['Admin Dashboard', 'Full Data Assist']],
  ] satisfies [Role, string[]][]) {
    await signIn({ role })
    await openMenu(page, '/')
    await expect(page.getByText('Admin Controls', { exact: true })).toHaveCount(Math.min(1, entries.length))
    await expect(page.getByRole('menuitem', { name: /Admin Dashboard|Full Data Assist/ })).toHaveText(entries)
  }
})

test('the menu can be used by keyboard', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await page.getByRole('button', { name: /^Menu of/ }).focus()
  await page.keyboard.press('Enter')
  await expect(link(page, 'Profile')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(page, 'Log out')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeFocused()
})

test('the chosen appearance survives a reload and is adopted by another tab', async ({
  page,
  context,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn()
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/profile')
  await openMenu(page, '/')
  const ground = (tab: Page) => tab.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await ground(page)
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => ground(page)).not.toBe(light)
  const dark = await ground(page)
  await expect.poll(() => ground(other)).toBe(dark)
  await page.reload()
  expect(await ground(page)).toBe(dark)
  await openMenu(page, '/')
  await page.getByRole('menuitemradio', { name: 'Like the device' }).click()
  await expect.poll(() => ground(page)).toBe(light)
})

test('Back to Restaurants appears on the profile and leads to Home', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Back to Restaurants' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Restaurants' })).toBeHidden()
})

test('phones have a bar at the bottom, except on Home', async ({ page, isMobile, signIn }) => {
  const bar = page.getByRole('navigation', { name: 'Main' })
  await signIn()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (!isMobile) {
    await expect(bar).toBeHidden()
    return
  }
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Profile'])
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
  await expect(bar).toBeHidden()

  await signIn({ role: 'admin' })
  await page.goto('/profile')
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Profile', 'Admin'])
  await bar.getByRole('link', { name: 'Admin' }).click()
  await expect(page).toHaveURL(/\/admin/)
})

test('configured request forms open in a new tab', async ({ page }) => {
  const server = await startServer({
    STARTER_DATA: 'none',
    REQUEST_RESTAURANT_URL: 'https://forms.example.org/restaurant',
    REPORT_PROBLEM_URL: 'https://forms.example.org/problem?form=7',
    REQUEST_FEATURE_URL: 'https://forms.example.org/feature',
  })
  try {
    await page.request.post(`${server.origin}/api/login`, { data: primaryAdmin })
    await openMenu(page, `${server.origin}/`)
    for (const name of ['Request a Restaurant', 'Report a Problem', 'Request a Feature']) {
      await expect(link(page, name)).toHaveAttribute('href', /^https:\/\/forms\.example\.org\//)
      await expect(link(page, name)).toHaveAttribute('target', '_blank')
      await expect(link(page, name)).toHaveAttribute('rel', /noopener/)
    }
    const filledIn = /\?form=7&respondantName=.+&respondantEmail=admin%40example\.org$/
    await expect(link(page, 'Report a Problem')).toHaveAttribute('href', filledIn)
  } finally {
    await server.stop()
  }
})

test('a section of Command Mode that loads late leaves an open menu alone', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const arrive = await holdRequests(page, /users-section/)
  await page
    .getByRole('navigation', { name: 'Command Mode' })
    .getByRole('link', { name: 'Users' })
    .press('Enter')
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter')
  await expect(link(page, 'Profile')).toBeFocused()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Users/)
  await expect(link(page, 'Profile')).toBeFocused()
})

async function openMenu(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await expect(link(page, 'Log out')).toBeVisible()
}
