import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/history'
import { type ComponentType, useSyncExternalStore } from 'react'
import { keepScroll, rememberScroll } from './scroll.ts'
import { parseAddress, pickTexts, writeAddress } from './search-texts.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry was pushed by opening a dialog: Back returns to where it was opened. */
    opened?: boolean | undefined
    /** Coming here for the first time left the window where it was. */
    keepsScroll?: boolean
  }
}

export type PagePath =
  | '/'
  | '/profile'
  | '/profile/edit'
  | '/admin'
  | '/full-data-assist'
  | '/config'
  | '/login'
  | '/finish-account'
  | '/register'
  | '/forgot-password'
  | '/reset-password'
  | '/verify-email'

/** A page; app/router.tsx lists them. */
export interface Page {
  path: PagePath
  /** Whom it is for. 'visitor' is anyone who is not signed in. */
  access: 'anybody' | 'visitor' | 'user' | 'admin' | 'super-user'
  /** Before the name of the application in the window's title. */
  title?: string
  /** Shows the button 'Back to Restaurants'. */
  backToRestaurants?: boolean
  /** Full width instead of a centered column: 'entrance' has a picture beside a form, 'workplace' is Command Mode. */
  layout?: 'entrance' | 'workplace'
  load: () => Promise<ComponentType>
}

/** Another address of a page. Of what it says after its question mark, these are kept. */
export interface Alias {
  path: '/auth'
  to: PagePath
  keep: string[]
}

export type Search = Record<string, unknown>

/** The page in sight. A page whose code is still on its way isn't yet: until then the page before it is. */
export interface Shown {
  page: Page
  search: Search
  /** Missing where it couldn't be loaded. */
  component?: ComponentType
  error?: unknown
  location: HistoryLocation
  /** Whether the window scrolls, to where it was at this entry of the history, or to the top. */
  scrolls: boolean
}

let history: RouterHistory
let pages: readonly Page[]
let aliases: readonly Alias[]
let shown: Shown | undefined
let turns = 0
const loaded = new Map<Page, ComponentType>()
const listeners = new Set<() => void>()

/** Once, before anything is rendered, which must wait until there is a page to show. */
export function startRouter(ownPages: readonly Page[], ownAliases: readonly Alias[]): Promise<void> {
  history = createBrowserHistory()
  keepScroll()
  pages = ownPages
  aliases = ownAliases
  history.subscribe(({ action }) => void arrive(action.type === 'PUSH' || action.type === 'REPLACE'))
  void arrive()
  return new Promise(resolve => {
    const end = listen(() => {
      end()
      resolve()
    })
  })
}

export const browserHistory = (): RouterHistory => history

export function useShown(): Shown | undefined {
  return useSyncExternalStore(listen, readShown)
}

/** The address in sight, for components of a page. */
export function useLocation(): HistoryLocation {
  return useSyncExternalStore(listen, locationInSight)
}

/** What the address in sight says after its question mark, as texts. */
export function useSearch(): Search {
  return useSyncExternalStore(listen, readSearch)
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const readShown = () => shown
const readSearch = () => shown?.search ?? nothing
const nothing: Search = {}

/** Unlike the history's, not yet that of a page whose code is on its way. */
export const locationInSight = (): HistoryLocation => shown?.location ?? history.location
export const isLeaving = (): boolean => locationInSight() !== history.location

export interface Target {
  /** '.' is the page in sight. */
  to: PagePath | '/auth' | '.'
  search?: Search | ((before: Search) => Search) | undefined
  /** Keeps what follows the '#'. */
  hash?: boolean | undefined
}

export interface Navigation extends Target {
  /** Takes the place of the entry in the history. */
  replace?: boolean | undefined
  /** Left out: the window scrolls to the top. False changes the page in sight, and calls off one that is on its way. */
  resetScroll?: boolean | undefined
  ignoreBlocker?: boolean | undefined
  /** What the entry in the history remembers; nothing if left out. */
  state?: 'keep' | { opened: boolean } | undefined
}

export function navigate({ replace, resetScroll, ignoreBlocker, state, ...target }: Navigation): void {
  const href = hrefOf(target)
  const keepsScroll = resetScroll === false
  // Its entry is behind or before the one in sight: nothing opened on it can be closed by going back.
  const callsOff = keepsScroll && isLeaving()
  const { opened } = callsOff ? {} : state === 'keep' ? history.location.state : (state ?? {})
  const isHere = href === history.location.href && opened === history.location.state.opened
  const replaces = replace || isHere || callsOff
  history[replaces ? 'replace' : 'push'](
    href,
    { opened, keepsScroll },
    {
      ignoreBlocker: ignoreBlocker || isHere,
    },
  )
}

export function hrefOf({ to, search = {}, hash }: Target, from: HistoryLocation = locationInSight()): string {
  const query = typeof search === 'function' ? search(parseAddress(from.search)) : search
  return (to === '.' ? from.pathname : to) + writeAddress(query) + (hash ? from.hash : '')
}

/** Loads the code of a page that somebody is likely to open next. */
export function preload(href: string): void {
  const page = pageAt(new URL(href, location.href).pathname)
  if (page) load(page).catch(() => undefined)
}

/** `isNew`: the entry of the history is, which isn't returned to. */
async function arrive(isNew = false): Promise<void> {
  const turn = ++turns
  // The browser's own address, which others read too, must be the same when something is rendered.
  history.flush()
  const { location } = history
  const scrolls = !(isNew && location.state.keepsScroll)
  const place = redirected(location)
  if (place !== null) return history.replace(place, location.state, { ignoreBlocker: true })
  const page = pageAt(location.pathname)
  if (!page) return
  const show = (result: { component: ComponentType } | { error: unknown }) => {
    if (shown) rememberScroll(shown.location)
    shown = { page, location, search: parseAddress(location.search), scrolls, ...result }
    for (const listener of listeners) listener()
  }
  const component = loaded.get(page)
  if (component) return show({ component })
  const result = await load(page).then(
    component => ({ component }),
    (error: unknown) => ({ error }),
  )
  if (turn !== turns) return
  if ('error' in result && isLoadedAnew(result.error)) return
  show(result)
}

/** Where an address leads that isn't a page's own; null for those that are. */
function redirected({ pathname, search, hash }: HistoryLocation): string | null {
  const path = pathname.replace(/(?<=.)\/+$/, '').toLowerCase()
  const alias = aliases.find(alias => alias.path === path)
  if (alias) return alias.to + writeAddress(pickTexts(parseAddress(search), alias.keep))
  if (!pageAt(path)) return '/'
  return path === pathname ? null : path + search + hash
}

const pageAt = (pathname: string) => pages.find(({ path }) => path === pathname)

async function load(page: Page): Promise<ComponentType> {
  const component = loaded.get(page) ?? (await page.load())
  loaded.set(page, component)
  return component
}

/** A page of the release before, whose files are gone, is loaded anew, once; not without a connection, which would end it. */
export function isLoadedAnew(error: unknown): boolean {
  if (!navigator.onLine || !(error instanceof Error) || !/imported module|module script/i.test(error.message))
    return false
  try {
    const key = `loaded anew: ${error.message}`
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, 'yes')
  } catch {
    return false
  }
  location.reload()
  return true
}
