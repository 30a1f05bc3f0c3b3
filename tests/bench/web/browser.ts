import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#tests/support/processes/free-port.ts'
import { chromiumArgs, findChromium } from '../../../scripts/chromium.ts'

const phone = { width: 390, height: 844 }

/** Runs a browser with a new profile, signed in by this cookie if any, and an open debugging port for Lighthouse. */
export async function withBrowser<T>(
  origin: string,
  cookie: string | null,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath && { executablePath }),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    viewport: phone,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? []
    if (cookie) await context.addCookies([{ name, value, url: origin }])
    return await use(context, port)
  } finally {
    await context.close()
  }
}
