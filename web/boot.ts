/*
 * The page's first script, inlined in index.html: it runs before the first paint, while the large scripts are loading.
 * scripts/build/boot-script.ts inlines it and fills in which scripts each page consists of.
 */
import { listActiveAlerts } from '#contract/alerts.ts'
import { listCampuses } from '#contract/campuses.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { listFavoriteIds } from '#contract/favorites.ts'
import { lunchEvents } from '#contract/lunches.ts'
import { getPublicConfig } from '#contract/public-config.ts'
import { listUserRatings } from '#contract/ratings.ts'
import { getRestaurant, listCampusRestaurants, listRestaurants } from '#contract/restaurants.ts'
import { getSession } from '#contract/sessions.ts'
import { getForYou } from '#contract/taste.ts'
import { listHidden } from '#contract/visits.ts'
import { readViewerCookie, storedCredentials } from './api/viewer-cookie.ts'
import { lastCampusOf } from './lib/last-campus.ts'
import { queryOfPage } from './lib/list-page.ts'
import { applyStoredTheme } from './lib/theme.ts'

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
  // What didn't come is fetched with retries where it is imported: lib/load-code.ts.
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
