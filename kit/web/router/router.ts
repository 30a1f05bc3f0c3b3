import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/history'
import { type ComponentType, useSyncExternalStore } from 'react'
import { normalPath, type PageAlias, type PagePath, redirects } from '#kit/contract/pages.ts'
import { createStore, useStore } from '#kit/web/browser/store.ts'
import { reloadIfOutdated } from '#kit/web/lazy/reload.ts'
import type { PageInfo } from './page-info.ts'
import { formatQuery, type Part, parseQuery, type Search } from './params.ts'
import { writePending } from './pending-writes.ts'
import { rememberScroll, takeOverScrolling } from './scroll.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry was pushed by opening a dialog: Back returns to where it was opened. */
    opened?: boolean
    /** The navigation that created this entry didn't scroll the window. */
    keepsScroll?: boolean
  }
}

export interface Page extends PageInfo {
  load: () => Promise<ComponentType>
}

/** The visible page. While the code of the next page is loading, this is still the previous page. */
export interface Shown {
  page: Page
  /** Missing if it couldn't be loaded. */
  component?: ComponentType
  error?: unknown
  location: HistoryLocation
  /** Whether the window scrolls: to where it was at this history entry, or to the top. */
  scrolls: boolean
}

let history: RouterHistory
let pages: readonly Page[]
let navigations = 0
const loaded = new Map<Page, ComponentType>()
const shown = createStore<Shown | undefined>(undefined)

/** Called once. Resolves when there is a page to show; nothing may be rendered before that. */
export function startRouter(ownPages: readonly Page[]): Promise<void> {
  history = createBrowserHistory()
  takeOverScrolling()
  pages = ownPages
  history.subscribe(({ action }) => void showLocation(action.type === 'PUSH' || action.type === 'REPLACE'))
  void showLocation()
  return new Promise(resolve => {
    const end = shown.subscribe(() => {
      end()
      resolve()
    })
  })
}

export const browserHistory = (): RouterHistory => history

export function useShown(): Shown | undefined {
  return useStore(shown)
}

/** The address of the visible page. */
export function useLocation(): HistoryLocation {
  return useSyncExternalStore(onShown, visibleLocation)
}

export const onShown = shown.subscribe

/** The address of the visible page. The history may already have that of a page whose code is still loading. */
export const visibleLocation = (): HistoryLocation => shown.get()?.location ?? history.location
export const isLeaving = (): boolean => visibleLocation() !== history.location

export interface Target {
  /** '.' is the visible page. */
  to: PagePath | PageAlias | '.'
  search?: Part | ((before: Search) => Part) | undefined
  /** The part after the '#', which names an element to scroll to; true keeps the present one. */
  hash?: boolean | string
}

export interface Navigation extends Target {
  /** Replaces the history entry. */
  replace?: boolean
  /** Default: the window scrolls to the top. False: stays on the visible page and cancels one that is still loading. */
  resetScroll?: boolean
  ignoreBlocker?: boolean
  /** The state of the history entry; empty if omitted. */
  state?: 'keep' | { opened: boolean }
}

export function navigate({ replace, resetScroll, ignoreBlocker, state, ...target }: Navigation): void {
  writePending()
  const href = hrefOf(target)
  const keepsScroll = resetScroll === false
  // The page that is loading already has a history entry, which this navigation replaces. Going back from
  // there doesn't close a dialog, so the entry must not count as `opened`.
  const cancelsPending = keepsScroll && isLeaving()
  const { opened } = cancelsPending ? {} : state === 'keep' ? history.location.state : (state ?? {})
  const isHere = href === history.location.href && opened === history.location.state.opened
  const replaces = replace || isHere || cancelsPending
  history[replaces ? 'replace' : 'push'](
    href,
    { opened, keepsScroll },
    {
      ignoreBlocker: ignoreBlocker || isHere,
    },
  )
}

export function hrefOf({ to, search = {}, hash }: Target, from: HistoryLocation = visibleLocation()): string {
  const query = typeof search === 'function' ? search(parseQuery(from.search)) : search
  const part = typeof hash === 'string' ? `#${hash}` : hash ? from.hash : ''
  return (to === '.' ? from.pathname : to) + formatQuery(query) + part
}

/** Loads the code of a page that the user is likely to open next. */
export function preload(href: string): void {
  const page = pageAt(new URL(href, location.href).pathname)
  if (page) load(page).catch(() => undefined)
}

/** `isNew`: the history entry was just created, rather than returned to. */
async function showLocation(isNew = false): Promise<void> {
  const navigation = ++navigations
  // The history updates the browser's address with a delay, but code that reads it must see the new one when
  // rendering.
  history.flush()
  const { location } = history
  const scrolls = !(isNew && location.state.keepsScroll)
  const place = redirectFrom(location)
  if (place !== null) return history.replace(place, location.state, { ignoreBlocker: true })
  const page = pageAt(location.pathname)
  if (!page) return
  const show = (result: { component: ComponentType } | { error: unknown }) => {
    const before = shown.get()
    if (before) rememberScroll(before.location)
    shown.set({ page, location, scrolls, ...result })
  }
  const component = loaded.get(page)
  if (component) return show({ component })
  const result = await load(page).then(
    component => ({ component }),
    (error: unknown) => ({ error }),
  )
  if (navigation !== navigations) return
  if ('error' in result && reloadIfOutdated(result.error)) return
  show(result)
}

/** Where to redirect from an address that isn't a page's own; null if it is. */
function redirectFrom({ pathname, search, hash }: HistoryLocation): string | null {
  const path = normalPath(pathname)
  const other = redirects[path as PageAlias] as PagePath | undefined
  if (other) return other + search
  if (!pageAt(path)) return '/'
  return path === pathname ? null : path + search + hash
}

const pageAt = (pathname: string) => pages.find(({ path }) => path === pathname)

async function load(page: Page): Promise<ComponentType> {
  const component = loaded.get(page) ?? (await page.load())
  loaded.set(page, component)
  return component
}
