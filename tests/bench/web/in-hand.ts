import { withBrowser } from '../browser.ts'

/** What a person with a slow phone waits for on a second visit, in milliseconds. */
export function measureInHand(origin: string, cookie: string) {
  return withBrowser(origin, cookie, async context => {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.addInitScript(observe)
    // Slowed down only meanwhile, because what finds the target isn't the page's work.
    const longest = async (type: 'longtask' | 'event', act: () => Promise<unknown>) => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await act()
      await page.waitForTimeout(4_000)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      return page.evaluate(type => Number(Reflect.get(window, 'longest')[type] ?? 0), type)
    }
    // The first visit fills the browser's caches.
    await page.goto(`${origin}/?campus=arden`)
    const heading = page.locator('article h3').first()
    await heading.waitFor()
    await page.waitForTimeout(3_000)
    const longestTaskOfHome = await longest('longtask', () => page.reload({ waitUntil: 'commit' }))
    const box = await heading.boundingBox()
    if (!box) throw new Error('There is no restaurant to open')
    const detailsPainted = await longest('event', () =>
      page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2),
    )
    await page.getByRole('dialog').waitFor()
    return { longestTaskOfHome, detailsPainted }
  })
}

function observe(): void {
  const longest: Record<string, number> = {}
  Reflect.set(window, 'longest', longest)
  for (const options of [{ type: 'longtask' }, { type: 'event', durationThreshold: 16 }])
    new PerformanceObserver(list => {
      for (const { entryType, duration } of list.getEntries())
        longest[entryType] = Math.max(duration, longest[entryType] ?? 0)
    }).observe({ ...options, buffered: true })
}
