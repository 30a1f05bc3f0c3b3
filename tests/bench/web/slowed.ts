import { median } from '../statistics.ts'
import { openPage, signInAs, withBrowser } from './browser.ts'
import { firstVisits, type Person, type Site } from './site.ts'

export type SlowedVisit = {
  page: string
  /** In milliseconds since the navigation began. */
  firstPaint: number
  largestPaint: number
  usable: number
  /** The time of long tasks beyond 50 ms each, until two seconds after the page is usable. */
  blocking: number
}

// Lighthouse's values for applied throttling: slow 4G, with handshake costs added to each request's latency.
const kilobits = 1_474
const latency = 562.5
const slowedDown = 4

/**
 * Measures first visits with a really throttled processor and network instead of a simulation; the median of
 * each figure.
 */
export async function measureSlowedVisits(site: Site, runs: number): Promise<SlowedVisit[]> {
  const visits: SlowedVisit[] = []
  for (const { page, path, person, usable } of firstVisits(site)) {
    const figures: Figures[] = []
    for (let run = 0; run < runs; run += 1) figures.push(await visit(site, path, person, usable))
    visits.push({
      page,
      firstPaint: median(figures.map(each => each.firstPaint)),
      largestPaint: median(figures.map(each => each.largestPaint)),
      usable: median(figures.map(each => each.usable)),
      blocking: median(figures.map(each => each.blocking)),
    })
  }
  return visits
}

type Figures = Omit<SlowedVisit, 'page'>

async function visit(site: Site, path: string, person: Person | null, selector: string): Promise<Figures> {
  return withBrowser(async context => {
    await signInAs(context, site, person)
    const { page, slow } = await openPage(context)
    await page.addInitScript(observe)
    await slow.network(kilobits, latency)
    await slow.processor(slowedDown)
    await page.goto(site.origin + path, { waitUntil: 'commit' })
    await page.locator(selector).first().waitFor({ timeout: 60_000 })
    const usable = await page.evaluate(() => performance.now())
    await page.waitForTimeout(2_000)
    const { paints, blocking } = await page.evaluate(() => window.slowedVisit)
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    return { firstPaint, largestPaint: Math.max(...paints), usable, blocking }
  })
}

declare global {
  interface Window {
    slowedVisit: { paints: number[]; blocking: number }
  }
}

function observe(): void {
  const seen = { paints: [] as number[], blocking: 0 }
  window.slowedVisit = seen
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) seen.paints.push(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) seen.blocking += duration - 50
  }).observe({ type: 'longtask', buffered: true })
}
