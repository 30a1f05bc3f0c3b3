import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { listActiveAlerts } from '#contract/alerts.ts'
import { listCampuses } from '#contract/campuses.ts'
import { listFavorites } from '#contract/favorites.ts'
import { listLunches } from '#contract/lunches.ts'
import { listUserRatings } from '#contract/ratings.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { getViewer } from '#contract/sessions.ts'
import { getPublicConfig } from '#contract/settings.ts'
import { getForYou } from '#contract/taste.ts'
import { readViewerCookie } from './viewer-cookie.ts'

/*
 * What Home is made of stays in this browser, so that the next visit shows it at once, over the slowest network or none,
 * while it is fetched anew. It is one session's alone: kept under its mark, shown to no other, erased when it ends. Nor is
 * it shown by another build, which may expect other fields.
 */

const isKept = new Set<unknown>(
  [
    getViewer,
    getPublicConfig,
    listActiveAlerts,
    listCampuses,
    listCampusRestaurants,
    listUserRatings,
    listFavorites,
    getForYou,
    listLunches,
  ].map(endpoint => endpoint.path),
)

interface Kept {
  /** One reply of each endpoint: the list of the latest campus only. */
  path: string
  mark: string
  key: QueryKey
  /** As JSON, which costs less than the browser's own copy of so many objects. */
  reply: string
  /** When the server sent it. */
  at: number
}

const restSaved = 1_000
/** The name of the file that this is in, which every build changes. */
const build = import.meta.url
const unsaved = new Map<string, Query>()

/** Puts what is kept of this session into the cache, where nothing newer is; it is stale, so what is in sight is fetched. */
export async function restoreReplies(queryClient: QueryClient): Promise<void> {
  const mark = ownMark()
  const kept = await inStore<Kept[]>('readonly', store => store.getAll())
  if (!kept || kept.length === 0) return
  // What has come meanwhile is this session's, and still to be kept.
  if (kept.some(item => item.mark !== mark)) return clearStore()
  for (const { key, reply, at } of kept) {
    if (ownMark() !== mark || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, JSON.parse(reply), { updatedAt: at })
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/** From now on keeps what the server sends. */
export function keepReplies(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    // What has just been put there from here need not be kept again.
    if (event.query.state.dataUpdatedAt < performance.timeOrigin) return
    const path = event.query.queryKey[1]
    if (typeof path !== 'string' || !isKept.has(path)) return
    if (unsaved.size === 0) setTimeout(save, restSaved)
    unsaved.set(path, event.query)
  })
}

/** When a session ends. */
export function eraseReplies(): void {
  unsaved.clear()
  void clearStore()
}

async function clearStore(): Promise<void> {
  await inStore('readwrite', store => store.clear())
}

function save(): void {
  const mark = ownMark()
  const replies = [...unsaved]
  unsaved.clear()
  if (!mark) return
  for (const [path, query] of replies) {
    const { data, dataUpdatedAt } = query.state
    if (!data) continue
    const kept: Kept = { path, mark, key: query.queryKey, reply: JSON.stringify(data), at: dataUpdatedAt }
    void inStore('readwrite', store => store.put(kept))
  }
}

function ownMark(): string | undefined {
  const viewer = readViewerCookie()
  return viewer ? `${viewer.mark} ${build}` : undefined
}

/** Undefined where the browser has no storage, or refuses it: then each visit begins with nothing, as the first one did. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open('common-table', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('replies', { keyPath: 'path' })
    const database = await done<IDBDatabase>(opening)
    try {
      return await done<T>(act(database.transaction('replies', mode).objectStore('replies')))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const done = <T>(request: IDBRequest) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
