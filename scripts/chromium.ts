import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The browser for tests: the one in CHROMIUM_PATH, the system's, or Playwright's own. */
export function findChromium(): string | undefined {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    chromium.executablePath(),
  ]
  return places.find(place => place && existsSync(place))
}

/** Without background traffic, and able to run as root in a container. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
