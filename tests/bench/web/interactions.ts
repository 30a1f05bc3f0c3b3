import type { Page } from '@playwright/test'
import { openPage, type Slow, signInAs, withBrowser } from './browser.ts'
import { crowded, type Site, usual } from './site.ts'

export type HomeInteractions = {
  restaurants: number
  slowedDown: number
  /** The longest task in milliseconds while Home appears. */
  longestAtStart: number
  elements: number
  elementsOfCard: number
  actions: { action: string; nextPaint: number; longestTask: number }[]
}

/** Measures Home on a slow processor: what blocks while it appears, and how soon each action shows. */
export async function measureInteractions(site: Site): Promise<HomeInteractions[]> {
  return [await measureHome(site, usual, 4), await measureHome(site, crowded, 6)]
}

async function measureHome(
  site: Site,
  { campusCode, restaurants }: { campusCode: string; restaurants: number },
  slowedDown: number,
): Promise<HomeInteractions> {
  return withBrowser(async context => {
    await signInAs(context, site, site.staff)
    const { page, slow } = await openPage(context)
    await page.addInitScript(observe)
    // The first visit fills the browser's code cache, as for someone who comes every day.
    await page.goto(`${site.origin}/?campus=${campusCode}`)
    await waitUntilSettled(page)
    await slow.processor(slowedDown)
    await page.reload()
    await waitUntilSettled(page)
    const longestAtStart = Math.max(0, ...(await longTasks(page)))
    await slow.processor(1)
    const actions = await interact(page, slow, slowedDown)
    const { elements, elementsOfCard } = await page.evaluate(() => ({
      elements: document.querySelectorAll('*').length,
      elementsOfCard: Math.max(
        ...[...document.querySelectorAll('article')].map(card => card.querySelectorAll('*').length + 1),
      ),
    }))
    return { restaurants, slowedDown, longestAtStart, elements, elementsOfCard, actions }
  })
}

/** Real keys and clicks. Throttled only during the action, because Playwright's queries are not its work. */
async function interact(page: Page, slow: Slow, slowedDown: number): Promise<HomeInteractions['actions']> {
  const actions: HomeInteractions['actions'] = []
  const measure = async (action: string, act: () => Promise<void>) => {
    await page.evaluate(() => window.measured.splice(0))
    await slow.processor(slowedDown)
    await act()
    await page.waitForTimeout(1_500)
    await slow.processor(1)
    const seen = await page.evaluate(() => window.measured.splice(0))
    const longest = (kind: string) =>
      Math.max(0, ...seen.filter(entry => entry.kind === kind).map(entry => entry.duration))
    actions.push({ action, nextPaint: longest('event'), longestTask: longest('longtask') })
  }
  const click = async (target: ReturnType<Page['locator']>) => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('Nothing to click at')
    return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }

  await page.getByLabel('Search restaurants').focus()
  await measure('type in the search', () => page.keyboard.type('grill', { delay: 150 }))
  await page.getByLabel('Search restaurants').fill('')
  await page.waitForTimeout(500)
  await page.getByLabel('Sort by').focus()
  await measure('sort by price', () => page.keyboard.type('pr', { delay: 20 }))
  await page.getByLabel('Order').focus()
  await measure('choose the order', () => page.keyboard.press('ArrowDown'))
  await measure(
    'add a favorite',
    await click(page.getByRole('button', { name: /to favorites|from favorites/ }).first()),
  )
  const card = page.getByRole('article').first()
  await measure('open the details', await click(card.getByRole('heading')))
  const rate = page.getByRole('button', { name: /^(Rate|Edit Your Rating)$/ })
  await measure('open the rating', await click(rate))
  await page.keyboard.press('4')
  await measure(
    'rate',
    await click(
      page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: /Submit|Update|Rate/ })
        .last(),
    ),
  )
  await page.waitForTimeout(500)
  // Not with Escape, which would dismiss the toast first.
  await measure(
    'close',
    await click(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true })),
  )
  return actions
}

async function waitUntilSettled(page: Page): Promise<void> {
  // Not by role: a role query lays out each card separately, in a task that would be counted as the page's.
  await page.locator('article').first().waitFor({ timeout: 60_000 })
  // Wait for what loads after the page is complete; the network is never idle, because of the event stream.
  await page.waitForTimeout(5_000)
}

const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    window.measured.filter(({ kind }) => kind === 'longtask').map(({ duration }) => duration),
  )

declare global {
  interface Window {
    measured: { kind: string; duration: number; at: number }[]
  }
}

function observe(): void {
  window.measured = []
  const note = (list: PerformanceObserverEntryList) => {
    for (const { entryType, duration, startTime } of list.getEntries())
      window.measured.push({ kind: entryType, duration, at: startTime })
  }
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
