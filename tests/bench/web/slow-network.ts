import type { Page } from '@playwright/test'
import { openPage, signInAs, withBrowser } from './browser.ts'
import { type Site, usual } from './site.ts'

export type Visit = { visit: string; requests: number; kilobytes: number; listAfter: number }

const kilobits = 400
const latency = 400

/** Loads a Home of 60 over 400 kbit/s with 400 ms of latency: a person's first and second visit. */
export async function measureSlowNetwork(site: Site): Promise<Visit[]> {
  return withBrowser(async context => {
    await signInAs(context, site, site.staff)
    const { page, slow } = await openPage(context)
    const address = `${site.origin}/?campus=${usual.campusCode}`
    await slow.network(kilobits, latency)
    const first = await visit(page, 'first', address)
    await page.goto('about:blank')
    return [first, await visit(page, 'second', address)]
  })
}

async function visit(page: Page, name: string, address: string): Promise<Visit> {
  await page.goto(address)
  await page.getByRole('article').first().waitFor({ timeout: 60_000 })
  const listAfter = await page.evaluate(() => performance.now())
  await page.waitForTimeout(6_000)
  const { requests, bytes } = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      requests: entries.length + 1,
      bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  })
  return { visit: name, requests, kilobytes: bytes / 1000, listAfter }
}
