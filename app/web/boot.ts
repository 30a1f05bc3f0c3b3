/*
 * The page's first script, inlined in index.html: it runs before the first paint, while the large scripts are loading.
 * scripts/build/boot-script.ts inlines it and fills in which scripts each page consists of.
 */

import { getSession } from '#features/accounts/sessions-contract.ts'
import { listActiveAlerts } from '#features/alerts/contract.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { lastCampusOf } from '#features/campuses/web/last-campus.ts'
import { listFavoriteIds } from '#features/favorites/contract.ts'
import { lunchEvents } from '#features/lunches/contract.ts'
import { listUserRatings } from '#features/ratings/contract.ts'
import { getRestaurant, listCampusRestaurants, listRestaurants } from '#features/restaurants/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { listHidden } from '#features/visits/contract.ts'
import { addressOf, type Endpoint } from '#kit/contract/endpoint.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { readViewerCookie, storedCredentials } from '#kit/web/api/viewer-cookie.ts'
import { applyStoredTheme } from '#kit/web/browser/theme.ts'
import { queryOfPage } from '#kit/web/list/list-page.ts'

declare const pageScripts: Record<string, string[]>
/** null in development, when index.html itself loads the entry script. */
declare const entryScript: string | null
declare global {
  /** Called by index.html as soon as the placeholder's container exists. */
  var showPlaceholder: () => void
  /** Set by index.html in a browser below the floor. */
  var isTooOld: boolean | undefined
}

applyStoredTheme()

const viewer = readViewerCookie()
const { pathname } = location
const search = new URLSearchParams(location.search)
const restaurant = search.get('restaurant')
const campusCode = search.get('campus') || (viewer && lastCampusOf(viewer.id))

const shown = [viewer || pathname !== '/' ? pathname : '/login']
if (viewer && (restaurant || search.has('rate'))) shown.push('details')
if (viewer && pathname === '/admin' && !search.has('section')) shown.push('section')

for (const href of new Set(shown.flatMap(part => pageScripts[part] ?? []))) {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
  // What didn't come is fetched with retries where it is imported: kit/web/lazy/load-code.ts.
  link.onerror = () => link.remove()
  document.head.append(link)
}

globalThis.showPlaceholder = () => {
  if (globalThis.isTooOld) return
  const name = placeholder()
  const template = document.querySelector<HTMLTemplateElement>(`template[data-page="${name}"]`)
  if (template) document.getElementById('root')?.append(template.content)
  if (entryScript) whenPainted(template, () => start(entryScript))
}

function start(script: string): void {
  import(script).catch(error => {
    showLoadError()
    throw error
  })
  // With HTTP Basic, requests need headers that only the application sets.
  if (!storedCredentials()) prefetch()
  // The first format takes a browser as long as all of our scripts together: it is made while those are on their way, in
  // a task of its own, so that a tap needn't wait for both.
  setTimeout(() => new Intl.DateTimeFormat('en-US'))
}

/** In most browsers, a module that failed once fails until the page is loaded again. */
function showLoadError(): void {
  document.getElementById('root')?.remove()
  const message = document.getElementById('not-loaded')
  message?.removeAttribute('hidden')
  message?.querySelector('button')?.addEventListener('click', () => location.reload())
}

/** Requests and cached scripts would delay painting the placeholder: its text takes one frame, its images two. */
function whenPainted(isShown: unknown, start: () => void): void {
  if (!isShown || document.visibilityState !== 'visible') start()
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
}

/** The placeholder in index.html that matches the page to come; null if that isn't known. */
function placeholder(): string | null {
  if (storedCredentials()) return null
  if (!viewer) return shown[0] === '/login' ? '/login' : null
  if (pathname === '/admin') return search.has('section') ? 'any section' : pathname
  if (pathname !== '/' || !campusCode) return null
  return restaurant ? 'details' : pathname
}

const replies = new Map<string, Promise<Response>>()
globalThis.earlyReplies = replies

/** Ordered by urgency: HTTP/1.1 allows six requests at a time, including those for scripts and fonts. */
function prefetch(): void {
  if (viewer) request(getSession)
  request(getPublicConfig)
  request(listActiveAlerts)
  if (viewer) prefetchForPage(viewer.id)
  // This stream stays open for as long as the page is visible; see api/events.ts.
  if (viewer && document.visibilityState === 'visible') request(lunchEvents, {}, null)
}

function prefetchForPage(viewerId: number): void {
  if (/^\d{1,9}$/.test(restaurant ?? '')) request(getRestaurant, { params: { id: restaurant ?? '' } })
  // The default section of Command Mode.
  if (pathname === '/admin' && location.search === '') {
    request(listRestaurants, { query: queryOfPage(1, { key: 'name', descending: false }) })
    request(listCampuses)
  }
  if (pathname !== '/') return
  request(listCampuses)
  if (campusCode) request(listCampusRestaurants, { params: { campusCode } })
  request(listHidden)
  request(listUserRatings, { params: { id: viewerId } })
  if (campusCode) request(getForYou, { params: { campusCode } })
  request(listFavoriteIds)
}

function request(
  endpoint: Endpoint,
  input?: Parameters<typeof addressOf>[1],
  signal: AbortSignal | null = AbortSignal.timeout(30_000),
): void {
  const address = addressOf(endpoint, input)
  const reply = fetch(address, { signal })
  // Errors are handled where the reply is used; those of unused replies don't matter.
  reply.catch(() => undefined)
  replies.set(address, reply)
}
