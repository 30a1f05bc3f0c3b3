import lighthouse from 'lighthouse'
import type { Person } from '../fill.ts'
import { signInAs, withBrowser } from './browser.ts'
import { firstVisits, type Site } from './site.ts'

export type Score = {
  page: string
  performance: number
  /** Milliseconds, milliseconds, and the share of the viewport. */
  largestPaint: number
  blocking: number
  layoutShift: number
}

/** Runs Lighthouse as a phone with an empty cache; returns the run with the median score. */
export async function measureFirstVisits(site: Site, runs: number): Promise<Score[]> {
  const scores: Score[] = []
  for (const { page, path, person } of firstVisits(site)) {
    const results: Score[] = []
    for (let run = 0; run < runs; run += 1) results.push(await visit(site, page, path, person))
    const middle = results.toSorted((a, b) => a.performance - b.performance || b.blocking - a.blocking)
    const median = middle[Math.floor(runs / 2)]
    if (median) scores.push(median)
  }
  return scores
}

async function visit(site: Site, page: string, path: string, person: Person | null): Promise<Score> {
  return withBrowser(async (context, port) => {
    await signInAs(context, site.origin, person)
    const result = await lighthouse(site.origin + path, {
      port,
      output: 'json',
      logLevel: 'error',
      // The browser is new, and a reset would sign out.
      disableStorageReset: true,
      // The event stream keeps the network from ever being idle.
      maxWaitForLoad: 15_000,
      onlyCategories: ['performance'],
    })
    const report = result?.lhr
    if (!report || report.runtimeError) throw new Error(`${page}: ${report?.runtimeError?.message}`)
    const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
    return {
      page,
      performance: report.categories.performance?.score ?? 0,
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      layoutShift: value('cumulative-layout-shift'),
    }
  })
}
