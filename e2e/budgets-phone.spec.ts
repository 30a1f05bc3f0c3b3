import type { Page } from '@playwright/test'
import { drawnAnew } from './drawn-anew.ts'
import { expect, test } from './fixtures.ts'

/*
 * What a page may cost before it can be used, on the first visit. Counts only, which are the same on every machine; what
 * they come to in time is measured by `npm run bench:web`. The goal is 100 kB for Home, 70 kB for the sign-in: these
 * budgets are what holds today, and may only become smaller.
 */
const homeRequests = 14
const homeScript = 120_000
const signInScript = 90_000
const administrationScript = 146_500

/**
 * What the page names while it is read (its own list of scripts and replies to ask for), when this can be seen. What its
 * scripts load later comes beside, sooner or later by chance, and isn't needed to use the page.
 */
async function costUntil(page: Page, selector: string, address: string) {
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
    // The icon of the tab comes whenever the browser likes.
    const needed = all.filter(({ name }) => !/\.js$|\/favicon\.svg$/.test(name) || ownScripts.includes(name))
    const scripts = needed.filter(({ name }) => name.endsWith('.js'))
    if (scripts.length !== ownScripts.length)
      throw new Error(`Of ${ownScripts.length} scripts ${scripts.length} came`)
    if (scripts.length === 0) throw new Error('The page names no scripts')
    return {
      scripts: ownScripts.join(' '),
      // The page itself, besides.
      requests: needed.length + 1,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }
  })
}

test('Home takes few requests and little script until it can be used', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  const { requests, scriptBytes } = await costUntil(page, 'article', '/?campus=arden')
  expect(requests).toBeLessThanOrEqual(homeRequests)
  expect(scriptBytes).toBeLessThan(homeScript)
})

test('the sign-in takes no script of other pages', async ({ page }) => {
  const { scriptBytes } = await costUntil(page, 'input[type=password]', '/login')
  expect(scriptBytes).toBeLessThan(signInScript)
})

test('what the address opens in a page is named with it', async ({ page, newPerson, signInAs }) => {
  await signInAs(await newPerson({ role: 'super-user' }))
  const administration = await costUntil(page, 'h1', '/admin')
  expect(administration.scripts).toContain('restaurants-section')
  expect(administration.scriptBytes).toBeLessThan(administrationScript)
  const details = await costUntil(page, '[role=dialog] h3', '/?campus=arden&restaurant=1')
  expect(details.scripts).toContain('details')
})

test('a card is at most 30 elements, and one that is far away only its name', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  // With what is said of a place to those who have rated enough.
  await page.route('**/api/restaurants/campus/*/for-you', async route => {
    const list = await page.request.get('/api/restaurants/campus/matthews')
    const places = ((await list.json()) as { id: number }[]).map(({ id }) => ({
      restaurantId: id,
      expected: 4.6,
      reason: { kind: 'people', count: 5 },
    }))
    const reply = await route.fetch()
    await route.fulfill({ json: { ...(await reply.json()), ready: true, places } })
  })
  // As it was installed: no other story adds places there.
  await page.goto('/?campus=matthews')
  await expect(page.getByText('Liked by 5 people who rate as you do').first()).toBeVisible()
  await expect(page.getByRole('article').nth(20)).toBeAttached()
  const elements = await page
    .getByRole('article')
    .evaluateAll(cards => cards.map(card => card.querySelectorAll('*').length + 1))
  expect(Math.max(...elements)).toBeLessThanOrEqual(30)
  expect(elements.at(-1)).toBe(3)
  const last = page.getByRole('article').last()
  await last.getByRole('link').focus()
  await expect(last.getByText('Your rating')).toBeVisible()
  // It was drawn anew around somebody.
  await expect(last.getByRole('link')).toBeFocused()
})

test('of the cards only those are drawn anew of which something has changed', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  await page.goto('/?campus=matthews')
  const first = page.getByRole('article').first()
  await expect(first.getByText('Your rating')).toBeVisible()
  const drawnAnewBy = (act: () => Promise<void>) => drawnAnew(page, 'main article', act)
  await expect.poll(() => drawnAnewBy(() => page.waitForTimeout(500))).toBe(0)

  const details = page.getByRole('dialog')
  const opening = async () => {
    await first.getByRole('heading').click()
    await expect(details.getByRole('heading', { name: 'Latest reviews' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
  }
  expect(await drawnAnewBy(opening)).toBe(0)
  const heart = async () => {
    await first.getByRole('button', { name: /to favorites$/ }).click()
    await expect(page.getByText('Added to favorites').first()).toBeVisible()
  }
  expect(await drawnAnewBy(heart)).toBe(0)
  const typing = async () => {
    // That leaves all of them.
    await page.getByLabel('Search restaurants').fill(' ')
    await page.waitForTimeout(500)
  }
  expect(await drawnAnewBy(typing)).toBe(0)
  const sorting = async () => {
    // Until an order is chosen, all stay where they are.
    await page.getByLabel('Sort by').selectOption('Price')
    await expect(page.getByLabel('Order')).toBeVisible()
    await page.waitForTimeout(500)
  }
  expect(await drawnAnewBy(sorting)).toBe(0)
  const rating = async () => {
    await first.getByRole('heading').click()
    await details.getByRole('button', { name: 'Rate', exact: true }).click()
    // So it stays the first one.
    await page.getByRole('radio', { name: '5 stars' }).click()
    await page.getByRole('button', { name: 'Submit Rating' }).click()
    await expect(page.getByText('Rating submitted').first()).toBeVisible()
    await page.waitForTimeout(500)
  }
  expect(await drawnAnewBy(rating)).toBe(1)
})

test('drawings that stand for photos are shown in turn, one in a frame', async ({
  page,
  newPerson,
  signInAs,
}) => {
  await signInAs(await newPerson())
  await page.addInitScript(() => {
    const drawings = { shown: 0, mostAtOnce: 0 }
    Object.assign(window, { drawings })
    const look = () => {
      const shown = document.querySelectorAll('.artwork[style*="--art-light"]').length
      drawings.mostAtOnce = Math.max(drawings.mostAtOnce, shown - drawings.shown)
      drawings.shown = shown
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/?campus=matthews')
  const drawings = () =>
    page.evaluate(() => (window as unknown as { drawings: { shown: number; mostAtOnce: number } }).drawings)
  await expect.poll(async () => (await drawings()).shown).toBeGreaterThan(3)
  expect((await drawings()).mostAtOnce).toBe(1)
})

/** Paints, and what moves: [the largest painted so far, how much has moved]. */
async function watchPaints(page: Page) {
  await page.addInitScript(() => {
    const seen = { largest: 0, moved: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.largest = Math.max(seen.largest, Reflect.get(entry, 'size'))
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.moved += Reflect.get(entry, 'value')
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: { largest: number; moved: number } }).seen)
}

for (const [name, address, role, ready] of [
  ['the sign-in', '/?campus=matthews', null, 'input[type=password]'],
  // Where no other story starts a lunch, which would come above the list.
  ['Home', '/?campus=matthews', 'user', 'article .artwork[style*="--art-light"]'],
  ['the details', '/?campus=matthews&restaurant=1', 'user', '[role=dialog] h3'],
  ['Command Mode', '/admin', 'super-user', 'main ul li h2, main ul li button'],
] as const) {
  test(`what is largest of ${name} is painted before any script is there, and nothing moves afterwards`, async ({
    page,
    newPerson,
    signInAs,
  }) => {
    if (role) await signInAs(await newPerson({ role }))
    const seen = await watchPaints(page)
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    // Fonts, too: their words are as large in the ones that stand in for them.
    await page.route(/\.(js|woff2)$/, async route => {
      await released
      await route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    await expect.poll(async () => (await seen()).largest).toBeGreaterThan(0)
    const { largest } = await seen()
    // What waits breathes as one; Home's parts did so each by itself, in 66 layers.
    expect(await page.evaluate(() => document.getAnimations().length)).toBeLessThanOrEqual(5)
    // It can be neither used nor heard yet.
    await expect(page.locator('#root > [inert]')).toHaveCount(1)
    release()
    await expect(page.locator(ready).first()).toBeVisible()
    await expect(page.locator('#root > [inert]')).toHaveCount(0)
    const afterwards = await seen()
    expect(afterwards.largest).toBe(largest)
    expect(afterwards.moved).toBeLessThan(0.005)
  })
}
