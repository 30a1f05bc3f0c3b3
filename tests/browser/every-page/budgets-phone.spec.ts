import type { Page } from '@playwright/test'
import { countRerenders } from '../support/count-rerenders.ts'
import { expect, holdRequests, layoutShiftOf, mainIf, ownHeaders, test } from '../support/fixtures.ts'

/*
 * Budgets for what a page loads before it is usable, on the first visit. They count only what is the same on
 * every machine; `npm run bench:web` measures the times.
 */

/**
 * Counts the scripts and requests that the page itself names, up to the moment `selector` appears. What its
 * scripts load later is not counted: it is not needed to use the page, and its timing is random.
 */
async function measureCostUntil(page: Page, selector: string, address: string) {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return
      const named = document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]')
      Object.assign(window, {
        ownScripts: Array.from(named, element => Reflect.get(element, 'src') ?? Reflect.get(element, 'href')),
      })
    })
  })
  await page.goto(address)
  await page.locator(selector).first().waitFor()
  return page.evaluate(() => {
    const { ownScripts } = window as unknown as { ownScripts: string[] }
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    // The browser loads the favicon at an arbitrary time.
    const needed = all.filter(({ name }) => !/\.js$|\/favicon\.svg$/.test(name) || ownScripts.includes(name))
    const scripts = needed.filter(({ name }) => name.endsWith('.js'))
    if (scripts.length !== ownScripts.length || scripts.length === 0)
      throw new Error(`Of ${ownScripts.length} scripts ${scripts.length} came`)
    return {
      scripts: ownScripts.join(' '),
      // Plus the page itself.
      requests: needed.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })
}

for (const [what, role, address, usable, most, bytes, script] of [
  ['Home', 'user', '/?campus=arden', 'article', 18, 135_000, 'application'],
  ['the sign-in', null, '/login', 'input[type=password]', 18, 100_000, 'application'],
  // What an address opens at once is named by the page as well.
  ['a section of Command Mode', 'super-user', '/admin', 'h1', 18, 175_000, 'restaurants-section'],
  ['the details', 'user', '/?campus=arden&restaurant=1', '[role=dialog] h3', 40, 175_000, 'details'],
] as const)
  test(
    `${what} can be used after few requests and with little script`,
    mainIf(bytes < 175_000),
    async ({ page, signIn }) => {
      if (role) await signIn({ role })
      const { scripts, requests, scriptBytes } = await measureCostUntil(page, usable, address)
      expect(scripts).toContain(script)
      expect(requests).toBeLessThanOrEqual(most)
      expect(scriptBytes).toBeLessThan(bytes)
    },
  )

test('Command Mode asks for its first list before its scripts arrive, and only once', async ({
  page,
  signIn,
}) => {
  await signIn({ role: 'super-user' })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const times = () =>
    ['/api/restaurants', '/api/campuses'].map(path => asked.filter(it => it === path).length)
  await page.route(/\.js$/, async route => {
    await expect.poll(times).toEqual([1, 1])
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.locator('main ul li button').first()).toBeVisible()
  expect(times()).toEqual([1, 1])
})

test('a card has at most 30 elements beside its drawing’s, and a distant card renders only its name', async ({
  page,
  signIn,
}) => {
  await signIn()
  // Includes the line that only users with enough ratings get.
  await page.route('**/api/restaurants/campus/*/for-you', async route => {
    const list = await page.request.get('/api/restaurants/campus/matthews')
    const places = ((await list.json()) as { id: number }[]).map(({ id }) => ({
      restaurantId: id,
      expected: 4.6,
      reason: { kind: 'people', count: 5 },
    }))
    const reply = await route.fetch()
    await route.fulfill({ headers: ownHeaders, json: { ...(await reply.json()), ready: true, places } })
  })
  // Everything that a card can tell.
  await page.route('**/api/restaurants/campus/matthews', async route => {
    const full = {
      avgRating: 4.2,
      ratingCount: 12,
      travelTime: 12,
      distance: 3.4,
      distanceIsEstimated: true,
      price: '$$',
      cuisine: 'mexican',
      openingTimes: [0, 1, 2, 3, 4, 5, 6].map(day => ({ day, start: '10:00', end: '22:00' })),
    }
    const reply = await route.fetch()
    const places = (await reply.json()) as object[]
    await route.fulfill({ headers: ownHeaders, json: places.map(place => ({ ...place, ...full })) })
  })
  // No other test adds places to this campus.
  await page.goto('/?campus=matthews')
  await expect(page.getByText('Liked by 5 people who rate as you do').first()).toBeVisible()
  await expect(page.getByRole('article').nth(20)).toBeAttached()
  const elements = await page
    .getByRole('article')
    .evaluateAll(cards => cards.map(card => card.querySelectorAll(':not(.artwork *)').length + 1))
  expect(Math.max(...elements)).toBeLessThanOrEqual(30)
  expect(elements.at(-1)).toBe(3)
  const last = page.getByRole('article').last()
  await last.getByRole('link').focus()
  await expect(last.getByText('Your rating')).toBeVisible()
  // The card was rendered again while its link had the focus.
  await expect(last.getByRole('link')).toBeFocused()
})

test('only the cards that have changed are rendered again', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/?campus=matthews')
  const first = page.getByRole('article').first()
  await expect(first.getByText('Your rating')).toBeVisible()
  // Further down a card may come near meanwhile, and be drawn for the first time.
  const rerendersBy = (act: () => Promise<void>) =>
    countRerenders(page, 'main li:nth-child(-n+3) article', act)
  // Nothing tells when a card would have been rendered again in vain.
  const halfASecond = () => page.waitForTimeout(500)
  await expect.poll(() => rerendersBy(halfASecond)).toBe(0)

  const details = page.getByRole('dialog')
  const opening = async () => {
    await first.getByRole('heading').click()
    await expect(details.getByRole('heading', { name: 'Latest reviews' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  }
  expect(await rerendersBy(opening)).toBe(0)
  const heart = async () => {
    await first.getByRole('button', { name: /to favorites$/ }).click()
    await expect(page.getByText('Added to favorites').first()).toBeVisible()
  }
  expect(await rerendersBy(heart)).toBe(0)
  const typing = async () => {
    // A space matches every restaurant.
    await page.getByLabel('Search restaurants').fill(' ')
    await halfASecond()
  }
  expect(await rerendersBy(typing)).toBe(0)
  const sorting = async () => {
    // Choosing what to sort by changes nothing until an order is chosen, too.
    await page.getByLabel('Sort by').selectOption('Price')
    await expect(page.getByLabel('Order')).toBeVisible()
    await halfASecond()
  }
  expect(await rerendersBy(sorting)).toBe(0)
  // The order's row moved it down. Cards that come near while it scrolls are rendered for the first time.
  await first.evaluate(card => card.scrollIntoView({ block: 'center' }))
  await expect.poll(() => rerendersBy(halfASecond)).toBe(0)
  const rating = async () => {
    await first.getByRole('heading').click()
    await details.getByRole('button', { name: 'Rate', exact: true }).click()
    // Five stars keep it in first place.
    await page.getByRole('radio', { name: '5 stars' }).click()
    await page.getByRole('button', { name: 'Submit Rating' }).click()
    await expect(page.getByText('Rating submitted').first()).toBeVisible()
    await halfASecond()
  }
  expect(await rerendersBy(rating)).toBe(1)
})

/** Returns a function that reads the size of the largest paint so far. */
async function watchPaints(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { largest: 0 })
    new PerformanceObserver(list => {
      const sizes = list.getEntries().map(entry => Reflect.get(entry, 'size'))
      Object.assign(window, { largest: Math.max(Reflect.get(window, 'largest'), ...sizes) })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  return () => page.evaluate((): number => Reflect.get(window, 'largest'))
}

for (const [name, address, role, ready] of [
  ['the sign-in', '/?campus=matthews', null, 'input[type=password]'],
  // No other test starts a lunch there, which would appear above the list.
  ['Home', '/?campus=matthews', 'user', 'article .artwork'],
  ['the details', '/?campus=matthews&restaurant=1', 'user', '[role=dialog] h3'],
  ['Command Mode', '/admin', 'super-user', 'main ul li h2, main ul li button'],
] as const) {
  test(
    `the largest element of ${name} is painted before any script arrives, and nothing moves afterwards`,
    mainIf(name === 'Home'),
    async ({ page, signIn }) => {
      if (role) await signIn({ role })
      const largestPaint = await watchPaints(page)
      // Fonts are held back, too: the fallback fonts must take the same space.
      const release = await holdRequests(page, /\.(js|woff2)$/)
      await page.goto(address, { waitUntil: 'commit' })
      const sizes: number[] = []
      const isWhole = async () => sizes.unshift(await largestPaint()) > 1 && sizes[0] === sizes[1]
      await expect.poll(async () => (await isWhole()) && sizes[0] !== 0).toBe(true)
      const [largest] = sizes
      // Placeholders share few animations. Once, every part of Home had its own, which took 66 layers.
      expect(await page.evaluate(() => document.getAnimations().length)).toBeLessThanOrEqual(5)
      // It is inert: neither usable nor exposed to screen readers yet.
      await expect(page.locator('#root > [inert]')).toHaveCount(1)
      release()
      await expect(page.locator(ready).first()).toBeVisible()
      await expect(page.locator('#root > [inert]')).toHaveCount(0)
      expect(await largestPaint()).toBe(largest)
      expect(await layoutShiftOf(page)).toBeLessThan(0.005)
    },
  )
}
