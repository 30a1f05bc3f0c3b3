/*
 * Opens Home without a connection. Network first: while the server responds, every page comes from it, so no build can
 * outlive its release. Caches one build's page and the files that Home and the sign-in page consist of, either all or
 * none. API replies are cached by the page itself (kit/web/api/stored-replies.ts), not here.
 */
import { isOwnReply } from '#kit/web/api/own-reply.ts'
import { receivePushes } from './push-events.ts'

declare const self: ServiceWorkerGlobalScope
/** Filled in by scripts/build/offline-worker.ts. Only this build's page contains the name `entry`. */
declare const build: { id: string; entry: string; files: string[] }

const { id, entry, files } = build
const cacheName = `build-${id}`

receivePushes()

self.addEventListener('install', event => {
  // If anything fails, the previous worker stays, and the browser retries on the next page load.
  event.waitUntil(cacheBuild().then(takeOver, removeCache))
})

self.addEventListener('activate', event => {
  clearInterval(asking)
  event.waitUntil(activate())
})

let asking: ReturnType<typeof setInterval> | undefined

/**
 * Chrome stops the previous worker for this one, but starts it again for a request that comes just then, and would ask it
 * to stop only after minutes. So it is asked again until this worker is active.
 */
async function takeOver(): Promise<void> {
  asking = setInterval(() => void self.skipWaiting(), 1_000)
  await self.skipWaiting()
}

self.addEventListener('fetch', event => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (event.request.mode === 'navigate') event.respondWith(respondWithPage(event))
  // File names contain a content hash, so the cached file is the same as the server's.
  else if (files.includes(pathname)) event.respondWith(respondWithFile(event.request))
})

async function cacheBuild(): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  // During a rollout, a server with another build may have replied; or a proxy may redirect to a sign-in page.
  if (page.redirected || !isOwnReply(page) || !html.includes(entry))
    throw new Error('This is not the page of this build')
  const cache = await caches.open(cacheName)
  await Promise.all([cache.put('/', page), ...files.map(file => cacheFile(cache, file))])
}

async function cacheFile(cache: Cache, file: string): Promise<void> {
  const reply = await fetch(file)
  if (!reply.ok || !isOwnReply(reply)) throw new Error(`${file} can't be loaded`)
  await cache.put(file, reply)
}

async function removeCache(error: unknown): Promise<never> {
  await caches.delete(cacheName)
  throw error
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  // The browser requests the page while the worker starts, not afterwards.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function respondWithPage(event: FetchEvent): Promise<Response> {
  const reply = await fromNetwork(event).catch(() => undefined)
  const isOwn = reply !== undefined && isOwnReply(reply)
  if (isOwn) event.waitUntil(refillCache().catch(() => undefined))
  // A redirect leads to where a proxy signs people in; without following it, they could never come back.
  if (isOwn || reply?.type === 'opaqueredirect') return reply
  return (await cached('/')) ?? reply ?? Response.error()
}

/** The browser may have emptied the cache to free space. Opening it here would create that of a replaced build again. */
async function refillCache(): Promise<void> {
  const stored = (await caches.has(cacheName)) ? await (await caches.open(cacheName)).keys() : []
  if (stored.length <= files.length) await cacheBuild()
}

// In Firefox, a failed preload is an error response, which no header marks as ours.
const fromNetwork = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

const respondWithFile = async (request: Request): Promise<Response> =>
  (await cached(new URL(request.url).pathname)) ?? fetch(request)

// Not caches.open(): a removed worker still serves its open pages, and opening would create its cache again. A cache that
// can't be read, as on a full or damaged disk, is like an empty one.
const cached = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName, ignoreVary: true }).catch(() => undefined)
