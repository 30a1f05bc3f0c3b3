import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#tests/support/processes/free-port.ts'
import { chromiumArgs, findChromium } from '../../../scripts/chromium.ts'
import type { Person } from '../fill.ts'

const phone = { width: 390, height: 844 }

/** Runs a browser with a new profile and an open debugging port for Lighthouse. */
export async function withBrowser<T>(use: (context: BrowserContext, port: number) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'common-table-browser-'))
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
    return await use(context, port)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function signInAs(
  context: BrowserContext,
  origin: string,
  person: Person | null,
): Promise<void> {
  await context.clearCookies()
  const [name = '', value = ''] = person?.cookie.split('=') ?? []
  if (person) await context.addCookies([{ name, value, url: origin }])
}
