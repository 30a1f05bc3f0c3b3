import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { cards, restaurantsNear } from '../support/restaurants.ts'

/* Code that loads later, over a network that fails now and then. */

/**
 * Fails the first requests for a file. Counts them all. By the standard, a module that has failed once is never asked
 * for again. Not every Chromium keeps to it.
 */
async function failFirst(page: Page, file: string, failures: number): Promise<() => number> {
  let count = 0
  let hasFailedForGood = false
  await page.route(`**/assets/${file}*`, route => {
    count += 1
    const isModule = route.request().resourceType() === 'script'
    hasFailedForGood ||= isModule && count <= failures
    return count <= failures || (isModule && hasFailedForGood)
      ? route.abort('connectionreset')
      : route.continue()
  })
  return () => count
}

test('a dialog and a page open although their code failed to load at first', { tag: '@main' }, async ({
  page,
  signIn,
}) => {
  await signIn()
  const count = await failFirst(page, 'details', 2)
  const countOfPage = await failFirst(page, 'profile-page', 2)
  await page.goto('/?campus=arden')
  await cards(page).first().getByRole('heading').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(count()).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('tab', { name: /^Favorites/ })).toBeVisible()
  expect(countOfPage()).toBeGreaterThan(2)
})

test('dialogs whose code cannot be loaded leave Home usable, and the same press opens them afterwards', async ({
  page,
  signIn,
}) => {
  await signIn()
  const trouble = page.getByText('Couldn’t open this. Check your connection and try again.').first()
  const home = page.getByRole('heading', { name: 'Matthews Restaurants' })
  const openings: [code: string, open: () => Promise<void>][] = [
    ['details', () => cards(page).first().getByRole('link').first().click()],
    // Not its own file, but one that it depends on.
    ['parts-', () => page.getByRole('button', { name: 'Decide For Me' }).click()],
    ['lunch-dialogs', () => page.getByRole('button', { name: 'Start a lunch', exact: true }).click()],
  ]
  for (const [code, open] of openings) {
    // As many as one press tries.
    const count = await failFirst(page, code, 3)
    await page.goto('/?campus=matthews')
    await expect(home).toBeVisible()
    expect(count(), 'requested before it was needed').toBe(0)
    await open()
    await expect(trouble).toBeVisible()
    await expect(home).toBeVisible()
    await expect(page).toHaveURL(/campus=matthews$/)
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.unrouteAll()
  }

  // A dialog opened by a link has a button to reload.
  await page.route('**/assets/details*', route => route.abort())
  await page.goto('/?campus=matthews&rate=1')
  await expect(trouble).toBeVisible()
  await expect(home).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('dialog', { name: 'Rate This Restaurant' })).toBeVisible()
})

test('a reload for missing code comes back to the same place with what was typed', async ({
  page,
  context,
  signIn,
}) => {
  await page.close()
  // A separate tab, because the browser logs the failed requests to its console.
  const tab = await context.newPage()
  await signIn({}, tab)
  let loads = 0
  tab.on('request', request => {
    if (request.isNavigationRequest()) loads += 1
  })
  await tab.route('**/assets/viewer-menu*', route =>
    loads > 1 ? route.continue() : route.fulfill({ status: 404 }),
  )
  await tab.goto('/profile/edit')
  await tab.getByLabel('Last name').fill('Half-typed')
  await tab.getByRole('button', { name: /^Menu of/ }).click()
  await expect.poll(() => loads).toBe(2)
  await expect(tab.getByLabel('Last name')).toHaveValue('Half-typed')
  await expect(tab).toHaveURL(/\/profile\/edit$/)
  await expect(tab.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await tab.getByRole('button', { name: /^Menu of/ }).click()
  await expect(tab.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
})

test('a page whose first scripts fail to load says so, and Retry loads it', async ({ page, context }) => {
  await page.close()
  // A separate tab, because the browser logs the error to its console.
  const tab = await context.newPage()
  for (const [file, path] of [
    ['application', '/login'],
    ['rolldown-runtime', '/register?next=%2Fprofile'],
  ] as const) {
    let isDown = true
    await tab.route(`**/assets/${file}*`, route =>
      isDown ? route.abort('connectionreset') : route.continue(),
    )
    await tab.goto(path)
    const message = tab.getByRole('alert').filter({ hasText: 'This page didn’t load' })
    await expect(message).toBeVisible()
    await expect(tab.locator('#root'), 'no skeleton promises more').toHaveCount(0)
    isDown = false
    await message.getByRole('button', { name: 'Retry' }).click()
    await expect(tab.locator('main input').first()).toBeEditable()
    expect(new URL(tab.url()).pathname + new URL(tab.url()).search).toBe(path)
  }
})

test('the sign-in works without its drawing, Home’s choice of a campus without its welcome, and Home without its question', async ({
  page,
  newPerson,
}) => {
  const { email, password } = await newPerson()
  const countOfDrawing = await failFirst(page, 'artwork', 9)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  expect(countOfDrawing()).toBeGreaterThan(0)
  await page.unrouteAll()
  const count = await failFirst(page, 'welcome', 3)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Arden' })).toBeAttached()
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  expect(count()).toBeGreaterThan(3)

  // As in a tab of an older release, whose files are gone.
  const [place] = await restaurantsNear(page, 'arden')
  await page.request.post('/api/visits', { data: { restaurantId: place?.id } })
  await page.route('**/assets/how-was-it*', route => route.fulfill({ status: 404 }))
  const refused = page.waitForRequest('**/assets/how-was-it*')
  await page.goto('/?campus=arden')
  await refused
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText('This page didn’t load')).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('region', { name: 'How was it?' })).toBeVisible()
})

test('a part of a page that fails to load takes nothing else with it: what was typed stays, and Retry loads it', async ({
  page,
  signIn,
}) => {
  await signIn()
  let isDown = true
  for (const part of ['passkeys', 'calendar', 'reminder', 'tokens'])
    await page.route(`**/assets/${part}-section*`, route =>
      isDown ? route.abort('connectionreset') : route.continue(),
    )
  await page.goto('/profile/edit')
  const lastName = page.getByLabel('Last name')
  await lastName.fill('Half-typed')
  await page.getByLabel('Current password').fill('half a password')
  const failed = page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' })
  await expect(failed).toHaveCount(4)
  isDown = false
  for (let left = 3; left >= 0; left -= 1) {
    await failed.first().getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toHaveCount(left)
  }
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible()
  await expect(lastName).toHaveValue('Half-typed')
  await expect(page.getByLabel('Current password')).toHaveValue('half a password')
})

test('F8 reaches the toast before its code has loaded', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/assets/toast*', route => route.abort('connectionreset'))
  await page.route('**/api/favorites', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.goto('/?campus=arden')
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /favorites$/ })
  await heart.click()
  await expect(page.getByText('The server can’t be reached.').first()).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus')).toBeVisible()
})
