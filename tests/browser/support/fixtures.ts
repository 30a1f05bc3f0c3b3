import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Page, request } from '@playwright/test'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'
import type { Role } from '#kit/rules/roles.ts'
import { primaryAdmin, type Server, startServer } from './server.ts'

export type Person = { id: number; firstName: string; lastName: string; email: string; password: string }

type PersonFields = {
  role?: Role
  firstName?: string
  lastName?: string
  email?: string
  campusCode?: string
  department?: string
}

type TestFixtures = {
  /** How large the user has set the letters of the browser: usual, or twice as large. */
  letters: 1 | 2
  /** Fails the test if the page logs an error or violates the content security policy. */
  noConsoleErrors: undefined
  /** Signs a person in, on the test's page or on another one. */
  signInAs: (person: { email: string; password: string }, page?: Page) => Promise<void>
  /** Signs a new person in, likewise. */
  signIn: (fields?: PersonFields, page?: Page) => Promise<Person>
}

type WorkerFixtures = {
  /** Additional environment variables of the server. */
  environment: Record<string, string>
  server: Server
  /** Sends requests as the primary admin. */
  admin: APIRequestContext
  /** Creates a verified account. */
  newPerson: (fields?: PersonFields) => Promise<Person>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { scope: 'worker', option: true }],

  server: [
    async ({ environment }, use) => {
      const server = await startServer(environment)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  admin: [
    async ({ server }, use) => {
      const admin = await request.newContext({ baseURL: server.origin })
      await admin.post('/api/login', { data: primaryAdmin })
      await use(admin)
      await admin.dispose()
    },
    { scope: 'worker' },
  ],

  newPerson: [
    async ({ admin }, use, worker) => {
      let count = 0
      await use(async (fields = {}) => {
        count += 1
        const person = {
          firstName: 'Robin',
          lastName: 'Sample',
          email: `robin${worker.workerIndex}.${count}@example.org`,
          password: 'correct horse',
          campusCode: 'arden',
          department: 'Worship',
          ...fields,
        }
        const response = await admin.post('/api/admin/users', { data: person })
        expect(response.status(), await response.text()).toBe(201)
        const { id } = await response.json()
        return { ...person, id }
      })
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, use) => use(server.origin),

  letters: [1, { option: true }],

  page: async ({ page, letters, playwright, launchOptions, server, viewport }, use) => {
    if (letters === 1) return use(page)
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(await browser.newPage({ baseURL: server.origin, viewport }))
    await browser.close()
  },

  noConsoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      page.on('console', message => {
        // Rejected and failed requests appear as failed resources; the tests check how the page handles them.
        const isFailedCall = message.text().startsWith('Failed to load resource')
        // Playwright's trace recorder fetches the previews of selected pictures; the page itself never does.
        const isRecorder = message.text().startsWith("Connecting to 'blob:")
        if (message.type() === 'error' && !isFailedCall && !isRecorder) errors.push(message.text())
      })
      await use(undefined)
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],

  signInAs: async ({ page }, use) => {
    await use(async ({ email, password }, target = page) => {
      const response = await target.request.post('/api/login', { data: { email, password } })
      expect(response.status(), await response.text()).toBe(200)
    })
  },

  signIn: async ({ newPerson, signInAs }, use) => {
    await use(async (fields, target) => {
      const person = await newPerson(fields)
      await signInAs(person, target)
      return person
    })
  },
})

export { expect }

/**
 * `npm test` walks some forty main stories, mostly the staff's, which have the tag @main. All others run in
 * `npm run test:all` only: the same with another role, width, field or section, sweeps over all pages, and rarer failures.
 * For journeys made by a loop.
 */
export const mainIf = (isMainStory: boolean) => ({ tag: isMainStory ? '@main' : [] })

/** For replies that a test makes in our server's place: without them, the page takes a reply for a proxy's. */
export const ownHeaders = { [ownReplyHeader]: '1' }

/**
 * Waits until content has replaced all placeholders. The network is never idle, because of the event stream.
 */
export async function waitForContent(page: Page): Promise<void> {
  await expect(page.locator('main :is(h1, h2), [role=dialog] :is(h1, h2)').first()).toBeVisible()
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

/** Expects no findings of the automated accessibility checker. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findingsOf(page), page.url()).toEqual([])
}

/** What the automated accessibility checker finds, in light mode and, unless only main stories run, in dark mode. */
export async function findingsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of process.env.MAIN_STORIES ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settle)
    // Legacy mode runs the checker in the page itself; without frames of other origins, no second page is
    // needed to merge the results. What a dialog hides is checked separately, without the dialog.
    // Collecting what passes, and loading the page's style sheets once more, takes half of the time.
    const options = { resultTypes: ['violations' as const], preload: false }
    const checker = new AxeBuilder({ page }).options(options).setLegacyMode()
    checker.exclude('body > [aria-hidden="true"]')
    // Only the rules about colors can give another result in dark mode.
    if (colorScheme === 'light') checker.withTags(standards)
    else checker.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await checker.analyze()
    for (const { id, nodes } of violations)
      found.push(`in ${colorScheme} ${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
  }
  return found
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Finishes the animations, so that no color is measured in the middle of a transition.
async function settle(): Promise<void> {
  const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
  await nextFrame()
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }
  await nextFrame()
}

/** Holds back the requests for a URL until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits for the link in the latest mail to an address, or for one that differs from `before`. */
export async function mailedLink(server: Server, address: string, before?: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mail = (await server.mailsTo(address)).at(-1)
    link = mail?.match(/http:\/\/localhost\S+token=[\w-]+/)?.[0]
    expect(link).toBeDefined()
    expect(link).not.toBe(before)
  }).toPass({ timeout: 15_000 })
  return link ?? ''
}

/** The layout shift since the page began to load, not counting shifts caused by user input. */
export const layoutShiftOf = (screen: Page) =>
  screen.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )

/** As if another tab came to the front, or this one: in a headless browser every tab is visible. */
export const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(value => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

/** Answers requests for a URL with an error of the server. */
export const failRequests = (page: Page, url: string, message = 'The drawer is stuck') =>
  page.route(url, route => route.fulfill({ status: 500, headers: ownHeaders, json: { message } }))
