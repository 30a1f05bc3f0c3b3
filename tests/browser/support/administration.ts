import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { AlertForm } from '#features/alerts/contract.ts'
import type { AdminCampus } from '#features/campuses/contract.ts'
import type { Restaurant, RestaurantForm } from '#features/restaurants/contract.ts'
import { expect } from './fixtures.ts'

let count = 0

/** A unique name, so that a search finds nothing else. */
export function unique(words: string): string {
  count += 1
  return `${words} ${process.pid}x${count}`
}

export function newRestaurant(
  admin: APIRequestContext,
  fields: Partial<RestaurantForm> = {},
): Promise<Restaurant> {
  return created(admin, '/api/restaurants', {
    name: unique('The Sample Spoon'),
    address: '1 Test Street, Arden',
    campusCode: 'arden',
    price: '$',
    hours: '11 AM - 3 PM',
    distance: 1.5,
    travelTime: 4,
    ...fields,
  })
}

export function newRating(
  admin: APIRequestContext,
  rating: { userId: number; restaurantId: number; value: number; comment?: string },
): Promise<{ id: number }> {
  return created(admin, '/api/admin/ratings', rating)
}

export function newCampus(admin: APIRequestContext): Promise<AdminCampus> {
  const name = unique('Sample Hill')
  return created(admin, '/api/admin/campuses', {
    code: name.replaceAll(' ', ''),
    name,
    address: '1 Hill Road, Arden',
    latitude: 35.4,
    longitude: -82.5,
  })
}

/** Opens a section of Command Mode, with `q` as its search. */
export async function openSection(page: Page, section: string, q?: string): Promise<void> {
  await page.goto(`/admin?${new URLSearchParams({ section, ...(q && { q }) })}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Creates an alert that is shown everywhere, unless `fields` say otherwise. */
export function newAlert(admin: APIRequestContext, fields: Partial<AlertForm> = {}): Promise<{ id: number }> {
  return created(admin, '/api/emergency-messages', {
    title: 'The road to Arden is closed',
    message: 'Please take the one by the river.',
    isActive: true,
    ...fields,
  })
}

/** Deletes all alerts, which would shift the layout in the tests that follow. */
export async function removeAlerts(admin: APIRequestContext): Promise<void> {
  for (const { id } of await (await admin.get('/api/emergency-messages')).json())
    await admin.delete(`/api/emergency-messages/${id}`)
}

export const button = (at: Page | Locator, name: string): Locator =>
  at.getByRole('button', { name, exact: true })

/** Presses what a phone has in the menu beside a list's title. */
export async function chooseAction(page: Page, name: string | RegExp): Promise<void> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** The entry of a list that contains `text`: a table row, or a card on phones. */
export const entryOf = (page: Page, text: string): Locator =>
  page.getByRole('main').locator('tr, li').filter({ hasText: text })

/** A toast with this text. */
export const toast = (page: Page, text: string): Locator => page.getByText(text, { exact: true })

/** The file that is downloaded by clicking the button with this name, or by another act. */
export async function downloadBy(
  page: Page,
  act: string | (() => Promise<void>),
): Promise<{ name: string; text: string }> {
  const press = typeof act === 'string' ? () => button(page, act).click() : act
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

export const csvFile = (text: string, name = 'list.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function created<Made>(admin: APIRequestContext, path: string, data: object): Promise<Made> {
  const response = await admin.post(path, { data })
  expect(response.status(), await response.text()).toBe(201)
  return response.json()
}
