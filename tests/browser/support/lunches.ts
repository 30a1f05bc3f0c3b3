import { type APIRequestContext, type Browser, type Locator, type Page, request } from '@playwright/test'
import type { Lunch } from '#features/lunches/contract.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { deleteLunches } from './database.ts'
import { test as base, expect, type Person } from './fixtures.ts'
import { restaurantsNear } from './restaurants.ts'
import type { Server } from './server.ts'

/** A time zone in which it is late morning now, so that a lunch is always today. */
export const zone = morningZone()

/** For journeys about lunches. They share servers, and each starts without the lunches of the ones before. */
export const test = base.extend<{
  cleared: undefined
  ana: Person
  ben: Person
  /** A host on a screen of their own; a viewer is signed in on the test's page. */
  hosting: { host: Person; hosts: Page }
  /** Sends requests as a person without a screen. */
  callsOf: (person: Person) => Promise<APIRequestContext>
  /** Starts a lunch whose host is a new person without a screen. */
  startLunchOf: (firstName: string, fields: object) => Promise<Person>
}>({
  environment: [{ TIME_ZONE: zone, RATE_LIMITS: 'off' }, { scope: 'worker' }],
  cleared: [
    async ({ server }, use) => {
      deleteLunches(server)
      await use(undefined)
    },
    { auto: true },
  ],
  ana: async ({ newPerson }, use) => use(await newPerson({ firstName: 'Ana', lastName: 'Alder' })),
  ben: async ({ newPerson }, use) => use(await newPerson({ firstName: 'Ben', lastName: 'Birch' })),
  hosting: async ({ browser, server, newPerson, signIn }, use) => {
    const host = await newPerson({ firstName: 'Hazel', lastName: 'Host' })
    const hosts = await anotherScreen(browser, server, host)
    await signIn({ firstName: 'Vera', lastName: 'Viewer' })
    await use({ host, hosts })
    await hosts.context().close()
  },
  callsOf: async ({ server }, use) => {
    const opened: APIRequestContext[] = []
    await use(async ({ email, password }) => {
      const calls = await request.newContext({ baseURL: server.origin })
      opened.push(calls)
      await calls.post('/api/login', { data: { email, password } })
      return calls
    })
    for (const calls of opened) await calls.dispose()
  },
  startLunchOf: ({ callsOf, newPerson }, use) =>
    use(async (firstName, fields) => {
      const host = await newPerson({ firstName, lastName: 'Host' })
      await startLunch(await callsOf(host), fields)
      return host
    }),
})

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** Which day of the week it is there. */
export const weekday = weekdayOf(localDate(new Date(), zone))
export const today = dayNames[weekday]

function morningZone(now = new Date()): string {
  // Time zones range from 12 hours behind UTC to 14 hours ahead.
  const ahead = now.getUTCHours() > 22 ? 11 : 10 - now.getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Signs another person in on a separate screen, by default on Home with Arden. */
export async function anotherScreen(
  browser: Browser,
  server: Server,
  person: Person,
  { path = '/?campus=arden', ...options }: { path?: string } & Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, ...options })
  const page = await context.newPage()
  await page.request.post('/api/login', { data: { email: person.email, password: person.password } })
  await page.goto(path)
  return page
}

/** Starts a lunch, at the first place of Arden unless `fields` say otherwise. */
export async function startLunch(calls: APIRequestContext, fields: object = {}): Promise<Lunch> {
  const [place] = await restaurantsNear({ request: calls }, 'arden')
  const data = { campusCode: 'arden', leavesAt: inMinutes(45), restaurantIds: [place?.id], ...fields }
  const response = await calls.post('/api/lunches', { data })
  expect(response.status(), await response.text()).toBe(201)
  return response.json()
}

/** Today's lunches, at the top of Home. */
export const lunchesOn = (page: Page) => page.getByRole('region', { name: 'Today' })

/** The card of the lunch with this host. */
export const lunchOf = (page: Page, host: { firstName: string; lastName: string }) =>
  lunchesOn(page)
    .getByRole('article')
    .filter({ hasText: `${host.firstName} ${host.lastName}` })

/** The title of a card, which opens the lunch. */
export const titleOf = (card: Locator) => card.getByRole('button', { name: /^Lunch at/ })
