import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/chromium.ts'

// Set by `npm test`. By hand and in `npm run test:all`, all journeys run.
const mainStories = Boolean(process.env.MAIN_STORIES)

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  ...(mainStories && { grep: /@main/ }),
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    // No traces by default (use --trace on): they record every test, failed or not, and take a third of the time.
    screenshot: 'only-on-failure',
    // A service worker would answer requests before a test's routes do. home-screen-phone.spec.ts allows it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'desktop',
      // The main story of a spec for both sizes runs on the phone.
      testIgnore: mainStories ? /(?<!-wide)\.spec\.ts$/ : '**/*-phone.spec.ts',
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      // The *-wide specs cover what looks and works the same on both, so they run on desktop only.
      testIgnore: '**/*-wide.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
