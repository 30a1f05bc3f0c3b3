import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { readViewerCookie } from './viewer-cookie.ts'

/*
 * Home's data is stored in this browser, so that the next visit shows it immediately while it is refetched, even over
 * a slow network or offline. It belongs to one session: it is stored under its fingerprint, never shown to another session,
 * and erased when the session ends. Another build doesn't use it either, since it may expect other fields.
 */

interface StoredReply {
  /** The key. There is one response per endpoint, so only the latest campus's list is stored. */
  path: string
  fingerprint: string
  key: QueryKey
  /** As JSON, which is cheaper than letting the browser clone so many objects. */
  reply: string
  /** When the server sent it. */
  at: number
}

const saveDelayMs = 1_000
/** The URL of this file, which changes with every build. */
const build = import.meta.url
const unsaved = new Map<string, Query>()

/**
 * Puts this session's stored responses into the cache, unless it has newer ones. They are marked as stale, so
 * visible ones are refetched.
 */
export async function restoreReplies(queryClient: QueryClient): Promise<void> {
  const fingerprint = storedFingerprint()
  const asked = await withStore('readonly', store => store.getAll())
  const stored: StoredReply[] | undefined = asked?.result
  if (!stored || stored.length === 0) return
  // Keeps `unsaved`: responses that arrived in the meantime are this session's.
  if (fingerprint === undefined || stored.some(item => item.fingerprint !== fingerprint)) return clearStore()
  for (const { key, reply, at } of stored) {
    if (storedFingerprint() !== fingerprint || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, JSON.parse(reply), { updatedAt: at })
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
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
  void clearStore()
}

async function clearStore(): Promise<void> {
  await withStore('readwrite', store => store.clear())
}

function save(): void {
  const fingerprint = storedFingerprint()
  const queries = [...unsaved].filter(([, { state }]) => state.data)
  unsaved.clear()
  if (!fingerprint) return
  const replies = queries.map(([path, { queryKey, state }]): StoredReply => {
    return { path, fingerprint, key: queryKey, reply: JSON.stringify(state.data), at: state.dataUpdatedAt }
  })
  void withStore('readwrite', store => {
    for (const reply of replies) store.put(reply)
  })
}

function storedFingerprint(): string | undefined {
  const viewer = readViewerCookie()
  return viewer ? `${viewer.sessionFingerprint} ${build}` : undefined
}

/**
 * Returns what `act` returned, once all that it asked for has been read or written. Undefined if the browser has no
 * storage or blocks it: every visit then starts empty, like the first one.
 */
async function withStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => T,
): Promise<T | undefined> {
  try {
    const database = await openDatabase()
    const transaction = database.transaction('replies', mode)
    // Safari never ends the transaction of a page that it keeps for Back, and every other one would wait for it.
    const leave = ({ persisted }: PageTransitionEvent) => persisted && transaction.abort()
    addEventListener('pagehide', leave)
    try {
      const returned = act(transaction.objectStore('replies'))
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = reject
      })
      return returned
    } finally {
      removeEventListener('pagehide', leave)
      database.close()
    }
  } catch {
    return undefined
  }
}

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('common-table', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('replies', { keyPath: 'path' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = reject
  })
