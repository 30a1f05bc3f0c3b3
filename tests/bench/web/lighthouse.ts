import lighthouse from 'lighthouse'
import { withBrowser } from '../browser.ts'

/** Runs Lighthouse as a phone with an empty cache. Milliseconds, and the share of the viewport. */
export async function measureFirstVisit(url: string, cookie: string | null) {
  let report = await visit(url, cookie)
  // Now and then, Chromium's trace lacks the start of the navigation. That says nothing about the page.
  if (report?.runtimeError?.code === 'NO_NAVSTART') {
    console.log(`${url}: visited once more, as the trace lacked the start of the navigation`)
    report = await visit(url, cookie)
  }
  if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message}`)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: report.categories.performance?.score ?? 0,
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
  }
}

const visit = (url: string, cookie: string | null) =>
  withBrowser(new URL(url).origin, cookie, async (_context, port) => {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      // The browser is new, and a reset would sign out.
      disableStorageReset: true,
      // The event stream keeps the network from ever being idle.
      maxWaitForLoad: 15_000,
      onlyCategories: ['performance'],
    })
    return result?.lhr
  })
