import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Page, request } from '@playwright/test'
import type { Role } from '#domain/roles.ts'
import { primaryAdmin, type Server, startServer } from './server.ts'

export type Person = { id: number; firstName: string; lastName: string; email: string; password: string }

type PersonFields = {
  role?: Role
  firstName?: string
  lastName?: string
  campusCode?: string
  department?: string
}

type TestFixtures = {
  /** Fails the test when the page logged an error, or broke the content security policy. */
  quietConsole: undefined
  /** The page, signed in as a new person. */
  signInAs: (person: { email: string; password: string }, page?: Page) => Promise<void>
}

type WorkerFixtures = {
  /** What the server is started with besides. */
  environment: Record<string, string>
  server: Server
  /** Calls as the primary admin. */
  admin: APIRequestContext
  /** Makes a new verified account. */
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

  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      page.on('console', message => {
        // What the server refuses or can't answer shows as a failed resource; the tests look at what the page makes of it.
        const isFailedCall = message.text().startsWith('Failed to load resource')
        // The recorder of traces fetches the previews of chosen pictures, which the page itself never does.
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
})

export { expect }

/** Waits for what the page shows, and for nothing that is still to come. The network is never idle: live events are listened to. */
export async function loaded(page: Page): Promise<void> {
  await expect(page.locator('main :is(h1, h2), [role=dialog] :is(h1, h2)').first()).toBeVisible()
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

/** Waits for what keeps the keyboard's focus, which comes once the page stands. */
export async function focusIsKept(page: Page): Promise<void> {
  const isThere = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/keep-focus'))
  await page.waitForFunction(isThere)
}

/** The automated accessibility checker finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(settle)
    // In the page itself: without frames of others there is no need for a second page that puts the findings together.
    // What lies behind a dialog, out of reach, is looked at without the dialog.
    const checker = new AxeBuilder({ page }).setLegacyMode().exclude('body > [aria-hidden="true"]')
    // What doesn't look at colors finds the same in both.
    if (colorScheme === 'light') checker.withTags(standards)
    else checker.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await checker.analyze()
    const found = violations.map(v => `${v.id}: ${v.nodes.map(node => node.target.join(' ')).join(', ')}`)
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([])
  }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Still pictures: a color in the middle of a transition would be measured as it is.
async function settle(): Promise<void> {
  const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
  await nextFrame()
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }
  await nextFrame()
}

/** However slow this machine is, what a page waits for comes in time. */
export async function haveAllTheTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout
    const patience = 1_500
    Object.assign(window, {
      setTimeout: (act: () => void, delay?: number) => start(act, delay === patience ? 60_000 : delay),
    })
  })
}

/** Holds back the answers of an address until they are let go. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The link of the latest mail to an address, once it has come; of the one after the mail with the link `before`. */
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

/** How far things have moved on a page since it began to load, but for what its user did. */
export const shiftOf = (screen: Page) =>
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
