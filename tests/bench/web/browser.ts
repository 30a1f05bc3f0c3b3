import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#tests/support/processes/free-port.ts'
import { temporaryFolder } from '#tests/support/processes/guard.ts'
import { chromiumArgs, findChromium } from '../../../scripts/chromium.ts'
import type { Person } from '../fill.ts'

const phone = { width: 390, height: 844 }

/** Runs a browser with a new profile, signed in at this address, and an open debugging port for Lighthouse. */
export async function withBrowser<T>(
  origin: string,
  person: Person | null,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const { path: profile, remove } = await temporaryFolder('browser')
  const port = await freePort()
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    viewport: phone,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const [name = '', value = ''] = person?.cookie.split('=') ?? []
    if (person) await context.addCookies([{ name, value, url: origin }])
    return await use(context, port)
  } finally {
    await context.close()
    await remove()
  }
}
