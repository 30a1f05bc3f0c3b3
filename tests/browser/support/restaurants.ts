import type { Locator, Page } from '@playwright/test'
import type { Server } from './server.ts'

/** The restaurant cards of a page, without the cards of today's lunches above them. */
export const cards = (page: Page): Locator =>
  page.getByRole('article').filter({ hasNot: page.getByRole('heading', { name: /^Lunch at/ }) })

export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

type ListedPlace = { id: number; name: string; address: string }

/** The restaurants of a campus as the API lists them for the signed-in user. */
export async function restaurantsNear(page: Pick<Page, 'request'>, campus: string): Promise<ListedPlace[]> {
  const response = await page.request.get(`/api/restaurants/campus/${campus}`)
  return response.json()
}

/** Where something stands on the screen. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It isn’t on the page')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

/** Makes the server unreachable for the page until the returned function is called. */
export async function disconnect(page: Page, server: Server): Promise<() => Promise<void>> {
  const everything = `${server.origin}/**`
  await page.route(everything, route => route.abort('connectionrefused'))
  return () => page.unroute(everything)
}
