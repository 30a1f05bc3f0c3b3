import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Lunch } from '#contract/lunches.ts'
import { expect, type Person } from './fixtures.ts'
import type { Server } from './server.ts'

/** A zone in which it is late morning, so that a lunch is still today whenever the tests run. */
export function morningZone(now = new Date()): string {
  // The zones reach from twelve hours behind to fourteen ahead.
  const ahead = now.getUTCHours() > 22 ? 11 : 10 - now.getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** One more person at a screen of their own, at the home page of Arden. */
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

export async function startLunch(request: APIRequestContext, fields: object): Promise<Lunch> {
  const data = { campusCode: 'arden', leavesAt: inMinutes(45), ...fields }
  const response = await request.post('/api/lunches', { data })
  expect(response.status(), await response.text()).toBe(201)
  return response.json()
}

/** The card of the lunch that somebody hosts. */
export const lunchOf = (page: Page, host: { firstName: string; lastName: string }) =>
  page
    .getByRole('region', { name: 'Today' })
    .getByRole('article')
    .filter({ hasText: `${host.firstName} ${host.lastName}` })
