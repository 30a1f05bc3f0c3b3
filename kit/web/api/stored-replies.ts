import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { readStored, storedKeys, writeStored } from '#kit/web/browser/device-storage.ts'
import { readViewerCookie } from './viewer-cookie.ts'

/*
 * Home's data is stored in this browser, so that the next visit shows it immediately while it is refetched, even over
 * a slow network or offline. It belongs to one session: it is stored with its fingerprint, never shown to another session,
 * and erased when the session ends. Another build doesn't use it either, since it may expect other fields.
 */

interface StoredReply {
  key: QueryKey
  reply: unknown
  /** When the server sent it. */
  at: number
}

/** The path follows. There is one reply per endpoint, so only the latest campus's list is stored. */
const prefix = 'reply '
const saveDelayMs = 1_000
/** The URL of this file, which changes with every build. */
const build = import.meta.url
const unsaved = new Map<string, Query>()

/** Puts this session's stored replies into the cache. They are marked as stale, so visible ones are refetched. */
export function restoreReplies(queryClient: QueryClient): void {
  const owner = currentOwner()
  const stored = storedKeys(prefix).map(name => readStored(name) ?? '')
  try {
    if (owner === undefined || !stored.every(text => text.startsWith(owner))) eraseReplies()
    else
      for (const text of stored) {
        const { key, reply, at }: StoredReply = JSON.parse(text.slice(owner.length))
        queryClient.setQueryData(key, reply, { updatedAt: at })
        void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
      }
  } catch {
    // Half a text, of a browser that crashed.
    eraseReplies()
  }
  removeOldStore()
}

/** Starts to store what the server sends for these endpoints. */
export function storeReplies(queryClient: QueryClient, endpoints: readonly Endpoint[]): void {
  const stored = new Set<unknown>(endpoints.map(({ path }) => path))
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // Data that was just restored from the store need not be stored again.
    if (event.query.state.dataUpdatedAt < performance.timeOrigin) return
    const path = event.query.queryKey[1]
    if (typeof path !== 'string' || !stored.has(path)) return
    if (unsaved.size === 0) setTimeout(save, saveDelayMs)
    unsaved.set(path, event.query)
  })
}

/** Called when a session ends. */
export function eraseReplies(): void {
  unsaved.clear()
  for (const name of storedKeys(prefix)) writeStored(name, null)
}

function save(): void {
  const owner = currentOwner()
  const queries = [...unsaved]
  unsaved.clear()
  if (owner === undefined) return
  for (const [path, { queryKey, state }] of queries) {
    const stored: StoredReply = { key: queryKey, reply: state.data, at: state.dataUpdatedAt }
    if (state.data) writeStored(prefix + path, owner + JSON.stringify(stored))
  }
}

/** What each stored text begins with. */
function currentOwner(): string | undefined {
  const viewer = readViewerCookie()
  return viewer ? `${viewer.sessionFingerprint} ${build} ` : undefined
}

/** Versions up to 2.8 kept the replies in a database. */
function removeOldStore(): void {
  try {
    indexedDB.deleteDatabase('common-table')
  } catch {
    // Storage is blocked.
  }
}
