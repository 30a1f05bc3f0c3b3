import type { Locator } from '@playwright/test'
import { button, newRestaurant, openSection, unique } from '../support/administration.ts'
import { expect, test } from '../support/fixtures.ts'

test('the menu has the sections of the role; the URL names the one that is shown', async ({
  page,
  signIn,
}) => {
  const menu = page.getByRole('navigation', { name: 'Command Mode' })
  const heading = page.getByRole('heading', { level: 1 })
  const linksOf = (group: string) => menu.getByRole('list', { name: group }).getByRole('link')
  const forAdmins = ['Overview', 'Users', 'Restaurants', 'Ratings', 'Inbox', 'Import']

  await signIn({ role: 'admin' })
  // Those that an administrator may not name show Restaurants, too.
  for (const address of ['/admin?section=audit-log', '/admin?section=nothing-like-it', '/admin']) {
    await page.goto(address)
    await expect(heading).toHaveText(/^Restaurants/)
  }
  await expect(menu.getByRole('list')).toHaveCount(1)
  await expect(linksOf('Data Management')).toHaveText(forAdmins)
  await expect(menu.getByRole('link', { name: 'Restaurants' })).toHaveAttribute('aria-current', 'page')
  const clock = page.getByRole('time').filter({ hasText: 'EST' })
  await expect(clock).toHaveText(/\w+ \d+, \d{4}.*\d+:\d\d:\d\d [AP]M EST$/)
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(heading).toHaveText(/^Users/)
  await expect(page).toHaveURL(/section=users/)
  await page.reload()
  await expect(page).toHaveTitle('Users · Command Mode · Common Table')
  await menu.getByRole('link', { name: 'Ratings' }).click()
  await expect(heading).toHaveText(/^Ratings/)
  await expect(page).toHaveTitle(/^Ratings · /)
  await page.goBack()
  await expect(heading).toHaveText(/^Users/)
  await expect(page).toHaveTitle(/^Users · /)

  await signIn({ role: 'super-user' })
  await page.reload()
  await expect(linksOf('Data Management')).toHaveText([...forAdmins, 'Departments', 'Campuses'])
  await expect(linksOf('System').filter({ hasText: 'Audit Log' })).toBeVisible()
  await expect(linksOf('Database').filter({ hasText: 'Trash' })).toBeVisible()
  await button(page, 'Menu of Robin Sample').click()
  await page.getByRole('menuitem', { name: 'Back to Restaurants' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()
})

test('others than administrators are sent to Home or to the sign-in', async ({ page, admin, signIn }) => {
  const home = page.getByRole('heading', { name: 'Find Restaurants Near:' })
  await page.goto('/admin?section=users')
  await expect(page).toHaveURL(/next=/)
  await expect(button(page, 'Sign in')).toBeVisible()

  for (const [role, addresses] of [
    ['user', ['/admin', '/admin?section=users', '/full-data-assist']],
    ['admin', ['/config']],
  ] as const) {
    await signIn({ role })
    for (const address of addresses) {
      await page.goto(address)
      await expect(home).toBeVisible()
      await expect(page).toHaveURL(/\/(\?.*)?$/)
    }
  }

  // One who is demoted while it is open loses it.
  const person = await signIn({ role: 'admin' })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Restaurants/)
  expect((await admin.patch(`/api/admin/users/${person.id}`, { data: { role: 'user' } })).ok()).toBe(true)
  await page.getByRole('navigation', { name: 'Command Mode' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: /Access Denied|Find Restaurants Near:/ })).toBeVisible()
  await expect(page.getByText(person.email)).toBeHidden()
})

test('a section file that is missing reloads the page, but only once', async ({ context, signIn }) => {
  // A separate tab, because the browser logs the failed requests to its console.
  const tab = await context.newPage()
  await signIn({ role: 'super-user' }, tab)
  await tab.goto('/admin')
  const heading = tab.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Restaurants/)
  let loads = 0
  tab.on('request', request => {
    if (request.isNavigationRequest()) loads += 1
  })
  await tab.route('**/assets/audit-log-section*', route => route.fulfill({ status: 404 }))
  const reloaded = tab.waitForEvent('load')
  await tab.getByRole('link', { name: 'Audit Log' }).click()
  await reloaded
  await expect(tab.getByRole('alert').getByText('This page didn’t load')).toBeVisible()
  expect(loads).toBe(1)
  await tab.getByRole('link', { name: 'System Alerts' }).click()
  await expect(heading, 'the other sections go on').toHaveText(/^System Alerts/)
})

test('Ctrl+K focuses the search, which no single key does', async ({ page, signIn }) => {
  const person = await signIn({ role: 'admin' })
  await openSection(page, 'users')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('k')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).not.toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type(person.email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users1 user')
  await expect(page).toHaveURL(url => url.searchParams.get('q') === person.email)
})

test('the focus moves to a neighbor of what a list removes', async ({ page, admin, signIn }) => {
  const words = unique('Passing')
  for (const letter of ['A', 'B', 'C']) await newRestaurant(admin, { name: `${words} ${letter}` })
  await signIn({ role: 'admin' })
  await openSection(page, 'restaurants', words)
  await page.getByRole('checkbox', { name: `Select ${words} A` }).press('Space')
  await button(page, 'Clear').press('Enter')
  await expect(page.getByRole('region', { name: 'Restaurants' })).toBeFocused()

  await button(page, `Delete ${words} B`).press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter')
  await expect(page.getByRole('checkbox', { name: `Select ${words} C` })).toBeFocused()

  await page.getByRole('searchbox').fill('')
  const rows = page.getByRole('region', { name: 'Restaurants' })
  await expect(button(page, 'Next page')).toBeVisible()
  await rows.evaluate(element => element.scrollTo({ top: 300 }))
  await button(page, 'Next page').press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('status').filter({ hasText: /^Page 2 of \d+$/ })).toBeAttached()
  await expect.poll(() => rows.evaluate(({ scrollTop }) => scrollTop), 'at the first row').toBe(0)
  await button(page, 'Miles').press('Enter')
  await expect(page).toHaveURL(/sort=distance$/)
  await expect(button(page, 'Miles')).toBeFocused()
  await button(page, 'Next page').press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await button(page, 'Previous page').press('Enter')
  await expect(button(page, 'Next page')).toBeFocused()
})

test('in forced colors mode, selected items are still distinguishable', async ({ page, signIn }) => {
  await signIn({ role: 'super-user' })
  await page.emulateMedia({ forcedColors: 'active' })
  const color = (at: Locator, name: string) =>
    at.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  await page.goto('/?campus=arden')
  const [chosen, other] = ['Arden', 'Brevard'].map(name =>
    page.locator('label').filter({ has: page.getByRole('radio', { name }) }),
  ) as [Locator, Locator]
  expect(await color(chosen, 'background-color')).not.toBe(await color(other, 'background-color'))
  expect(await color(chosen, 'color')).not.toBe(await color(chosen, 'background-color'))
  await openSection(page, 'registration')
  const toggle = page.getByRole('switch', { name: 'New people can register' })
  const surface = await color(page.locator('body'), 'background-color')
  expect(await color(toggle, 'background-color')).not.toBe(surface)
  await openSection(page, 'profile-images')
  const track = page.locator('main meter + div')
  expect(await color(track, 'outline-style')).toBe('solid')
  await openSection(page, 'import')
  const tabs = page.getByRole('tab')
  // Yelp, the first, needs a key.
  expect(await color(tabs.first(), 'border-bottom-color')).toBe(surface)
  expect(await color(tabs.nth(1), 'border-bottom-color')).not.toBe(surface)
})

test('the focused element is never hidden behind a sticky bar', async ({ page, signIn }) => {
  /** The focused element, if a click on it would hit another one. */
  const hidden = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return []
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const isSeen = (y: number) => {
      const seen = document.elementFromPoint((left + right) / 2, y)
      return focused.contains(seen) || (seen?.contains(focused) ?? false)
    }
    const isHidden = ![0.1, 0.3, 0.5, 0.7, 0.9].some(part => isSeen(top + (bottom - top) * part))
    return isHidden ? [focused.outerHTML.slice(0, 200)] : []
  }
  const walk = async (key: string, steps: number) => {
    const found: string[] = []
    for (let step = 0; step < steps; step += 1) {
      await page.keyboard.press(key)
      found.push(...(await page.evaluate(hidden)))
    }
    return found
  }
  const person = await signIn({ role: 'super-user' })
  await page.setViewportSize({ width: 1280, height: 560 })
  await openSection(page, 'restaurants')
  await page.getByRole('row').nth(30).getByRole('checkbox').focus()
  expect(await walk('Shift+Tab', 60), 'in a table').toEqual([])

  await page.goto('/?campus=matthews')
  await page.getByRole('article').nth(12).getByRole('link').focus()
  expect(await walk('Shift+Tab', 40), 'among cards').toEqual([])
  // The page follows the focus in the next frame (kit/web/focus/keyboard-focus.ts).
  const scrolled = () =>
    page.evaluate(() => new Promise<number>(resolve => requestAnimationFrame(() => resolve(scrollY))))
  await scrolled()
  await page.evaluate(() => scrollTo(0, 800))
  await page.getByRole('button', { name: /^Menu of/ }).focus()
  expect(await scrolled(), 'the header is in sight as it is').toBeGreaterThan(700)

  await page.goto(`/full-data-assist?user=${person.id}`)
  await page.getByRole('searchbox').focus()
  expect(await walk('Tab', 25), 'above a bar of buttons').toEqual([])
  await page.keyboard.press('3')
  const before = await scrolled()
  await page.getByRole('button', { name: /^Save/ }).focus()
  expect(await scrolled(), 'so is the bar').toBe(before)
})
