import type { Page } from '@playwright/test'
import type { Role } from '#kit/rules/roles.ts'
import release from '../../../package.json' with { type: 'json' }
import { expect, expectAccessible, holdRequests, ownHeaders, test } from '../support/fixtures.ts'

const forms = ['Request a Restaurant', 'Report a Problem', 'Request a Feature']
const menuButton = (page: Page) => page.getByRole('button', { name: /^Menu of/ })
const link = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

test('when signed out, the header offers sign-in and nothing else', async ({ page }) => {
  await page.goto('/register')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Common Table' })).toHaveAttribute('href', '/')
  await expect(header.getByRole('button')).toHaveCount(0)
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('the menu has what the role may open, and can be used by keyboard', async ({ page, signIn }) => {
  const entries = page.getByRole('menuitem')
  await page.route('**/api/config/public', async route => {
    const config = await (await route.fetch()).json()
    const reportProblemUrl = 'https://forms.example.org/problem'
    await route.fulfill({ headers: ownHeaders, json: { ...config, reportProblemUrl } })
  })
  for (const [role, more] of [
    ['super-user', ['Admin Dashboard', 'Full Data Assist']],
    ['admin', ['Admin Dashboard']],
    ['user', []],
  ] satisfies [Role, string[]][]) {
    await signIn({ role, firstName: 'Zoë & Co', lastName: "O'Sample" })
    await openMenu(page, '/')
    await expect(entries.filter({ hasText: /Admin Dashboard|Full Data Assist/ })).toHaveText(more)
    await expect(page.getByText('Admin Controls', { exact: true })).toHaveCount(Math.min(1, more.length))
  }
  await expect(entries).toHaveText(['Profile', 'Notifications', 'Calendar & Reminder', ...forms, 'Log out'])
  await expect(page.getByText(`System Version: ${release.version}`, { exact: true })).toBeVisible()
  for (const name of ['Request a Restaurant', 'Request a Feature'])
    await expect(link(page, name)).toHaveAttribute('href', /\?suggest=(restaurant|feature)$/)
  const configured = link(page, 'Report a Problem')
  await expect(configured).toHaveAttribute('href', /^https:\/\/forms\.example\.org\/problem/)
  await expect(configured).toHaveAttribute('target', '_blank')
  await expect(configured).toHaveAttribute('rel', /noopener/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menuButton(page)).toBeFocused()
  await expect(entries).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(link(page, 'Profile')).toBeFocused()
  await page.keyboard.press('End')
  await expect(link(page, 'Log out')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(link(page, 'Profile')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile$/)
})

test('the chosen appearance survives a reload and is adopted by another tab, and drawings follow it', async ({
  page,
  context,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn()
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/profile')
  await openMenu(page, '/?campus=arden')
  const ground = (tab: Page, part = 'html') =>
    tab
      .locator(part)
      .first()
      .evaluate(element => getComputedStyle(element).backgroundColor)
  const [light, drawing] = [await ground(page), await ground(page, 'article .artwork')]
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await expect.poll(() => ground(page)).not.toBe(light)
  const dark = await ground(page)
  await expect.poll(() => ground(other)).toBe(dark)
  await page.reload()
  expect(await ground(page)).toBe(dark)
  expect(await ground(page, 'article .artwork')).not.toBe(drawing)
  await openMenu(page, '/')
  await page.getByRole('menuitemradio', { name: 'Like the device' }).click()
  await expect.poll(() => ground(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground(page)).toBe(dark)
})

test('the profile leads back to Home, on phones also by a bar at the bottom, which Home doesn’t have', async ({
  page,
  isMobile,
  signIn,
}) => {
  const bar = page.getByRole('navigation', { name: 'Main' })
  const back = page.getByRole('link', { name: 'Back to Restaurants' })
  const home = page.getByRole('heading', { name: 'Find Restaurants Near:' })
  await signIn({ role: 'admin' })
  await page.goto('/profile')
  await back.click()
  await expect(home).toBeVisible()
  await expect(back).toBeHidden()
  await expect(bar).toBeHidden()
  await page.goto('/profile')
  await expect(back).toBeVisible()
  if (!isMobile) {
    await expect(bar).toBeHidden()
    return
  }
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Profile', 'Admin'])
  await expect(bar.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Home' }).click()
  await expect(home).toBeVisible()
  await signIn()
  await page.goto('/profile')
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Profile'])
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
  await menuButton(page).press('Enter')
  await expect(link(page, 'Profile')).toBeFocused()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Users/)
  await expect(link(page, 'Profile')).toBeFocused()
})

async function openMenu(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await menuButton(page).click()
  await expect(link(page, 'Log out')).toBeVisible()
}
