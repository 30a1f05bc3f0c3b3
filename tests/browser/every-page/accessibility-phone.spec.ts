import { newRestaurant, unique } from '../support/administration.ts'
import { expect, expectAccessible, test, waitForContent } from '../support/fixtures.ts'
import { startLunch } from '../support/lunches.ts'
import { cards, restaurantsNear } from '../support/restaurants.ts'

test('the pages before sign-in are accessible', async ({ page }) => {
  for (const [address, heading] of [
    ['/login', /./],
    ['/register', /./],
    ['/forgot-password', /./],
    ['/verify-email', /./],
    ['/verify-email?token=unknown', /./],
    ['/reset-password?token=unknown', /./],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectAccessible(page)
  }
})

test('the home page, its list and its dialogs are accessible', { tag: '@main' }, async ({ page, signIn }) => {
  await signIn({ role: 'admin' })
  const [first] = await restaurantsNear(page, 'arden')
  await page.goto('/')
  await expect(page.getByText('Choose your campus to get started')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/?campus=arden')
  await expect(cards(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/?campus=arden&q=nothing+like+it')
  await expect(page.getByRole('heading', { name: 'No restaurants found' })).toBeVisible()
  await expectAccessible(page)
  // A few cards behind a dialog prove as much as many, and are checked faster.
  const few = `/?campus=arden&q=${encodeURIComponent(first?.name ?? '')}`
  await page.goto(`${few}&restaurant=${first?.id}`)
  await expect(page.getByRole('dialog', { name: first?.name ?? '' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rate', exact: true }).click()
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeAttached()
  await expectAccessible(page)
  await page.goto(few)
  await page.getByRole('button', { name: 'Decide For Me' }).click()
  await expect(page.getByRole('dialog', { name: /^Random Pick/ })).toBeVisible()
  await expectAccessible(page)
})

test('the question before an account is deleted is accessible', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/profile/edit')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Email mismatch', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('no page overflows a screen that is 320 pixels wide', { tag: '@main' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn({ firstName: 'Bartholomew-Maximilian', lastName: 'Featherstonehaugh-Cholmondeley' })
  const [first] = await restaurantsNear(page, 'arden')
  for (const address of [
    '/',
    '/?campus=arden',
    `/?campus=arden&restaurant=${first?.id}`,
    '/profile',
    '/profile/edit',
  ]) {
    await page.goto(address)
    await waitForContent(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - 320)
    expect(overflow, `${address} is wider than the screen`).toBeLessThanOrEqual(0)
  }
  // With the text spacing of WCAG 1.4.12, time and date still fit.
  await page.evaluate(() => {
    const spaced = new CSSStyleSheet()
    spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
    document.adoptedStyleSheets = [spaced]
  })
  const clock = page.getByRole('banner').locator('p', { has: page.locator('time') })
  expect(await clock.evaluate(line => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0)
})

for (const [who, pages] of Object.entries({
  staff: [
    '/?campus=arden',
    '/?campus=arden&restaurant=1',
    '/?campus=arden&rate=1',
    '/?campus=arden&start=new',
    '/?campus=arden&lunch=1',
    '/?suggest=restaurant',
    '/profile',
    '/profile/edit',
  ],
  administrators: [
    '/config',
    '/full-data-assist',
    ...[
      'overview',
      'restaurants',
      'restaurants&add=restaurant',
      'restaurants&filter=open',
      'users',
      'users&add=user',
      'ratings',
      'ratings&add=rating',
      'ratings&import=ratings',
      'inbox',
      'import&tab=yelp',
      'import&tab=csv',
      'import&tab=osm',
      'departments&add=department',
      'campuses&add=campus',
      'email',
      'registration',
      'settings',
      'profile-images&add=image',
      'alerts&add=alert',
      'toast-tester',
      'audit-log&filter=open',
      'backups&add=backup',
      'backups&add=upload',
      'backups&edit=schedule',
      'distances',
      'trash',
    ].map(section => `/admin?section=${section}`),
  ],
}))
  test(`on a screen that is 320 pixels wide, the buttons of ${who} have one line`, async ({
    page,
    admin,
    signIn,
  }) => {
    test.slow()
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(who === 'staff' ? {} : { role: 'super-user' })
    const places = await restaurantsNear(page, 'arden')
    const restaurantIds = places.slice(0, 3).map(({ id }) => id)
    if (who === 'staff') await startLunch(admin, { restaurantIds, seats: 4 })
    const names = places.map(({ name }) => name)
    for (const address of pages) {
      await page.goto(address)
      await waitForContent(page)
      if (/[?&](restaurant|rate|start|lunch|suggest|add|filter|import|edit)=/.test(address))
        await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
      expect(await page.evaluate(wrappedButtons, names), address).toEqual([])
    }
  })

/** Buttons whose text takes several lines. Names may, and rows that open what they are about. */
function wrappedButtons(names: string[]): string[] {
  const buttons = document.querySelectorAll(
    'button:not(.text-left, [class*="wrap-"], .hidden), a.rounded-full, [role=tab], label.rounded-full',
  )
  return Array.from(buttons).flatMap(button => {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (names.includes(walker.currentNode.textContent ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 1)
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) return [button.textContent ?? '']
    }
    return []
  })
}

test('at 400% zoom, a dialog leaves room for what is below its title', async ({ page, admin, signIn }) => {
  // The viewport of a 1280 × 1024 desktop at 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  const name = `${unique('The Old Trailhead Family Kitchen')}, Smokehouse, Bakery and Coffee House by the River`
  const { id } = await newRestaurant(admin, { name })
  await signIn()
  await page.goto(`/?campus=arden&restaurant=${id}`)
  const details = page.getByRole('dialog', { name })
  await details.getByText('1 Test Street, Arden').scrollIntoViewIfNeeded()
  await expect(details.getByText('1 Test Street, Arden')).toBeInViewport({ ratio: 1 })
  await expect(details.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await details.getByRole('button', { name: 'Rate', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Rate' })
  await form.getByRole('radio', { name: '4 stars' }).focus()
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeInViewport({ ratio: 1 })
  await form.getByLabel('Comment').focus()
  await expect(form.getByLabel('Comment')).toBeInViewport({ ratio: 0.7 })
  await expect(form.getByRole('button', { name: 'Submit Rating' })).toBeInViewport({ ratio: 1 })

  // At this size the bars are at the end of the page and do not stick to the screen.
  await page.goto('/profile')
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeInViewport()
})
