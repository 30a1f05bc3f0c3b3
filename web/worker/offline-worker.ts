/*
 * Opens Home without a connection. Network first: while the server answers, every page comes from there, so no build can
 * outlive its release. Kept are one build's page and the files that Home and the sign-in consist of, complete or not at
 * all, and none of the server's replies: those are the page's own business (web/api/kept-replies.ts).
 */
export {}

declare const self: ServiceWorkerGlobalScope
/** Filled in by scripts/build/offline-worker.ts; the page of this build, and no other one, names `entry`. */
declare const build: { id: string; entry: string; files: string[] }

const { id, entry, files } = build
const cacheName = `build-${id}`

self.addEventListener('install', event => {
  // If anything fails, the worker before stays, and the browser tries again with the next page.
  event.waitUntil(keepBuild().then(() => self.skipWaiting(), leaveNothing))
})

self.addEventListener('activate', event => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', event => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (event.request.mode === 'navigate') event.respondWith(openPage(event))
  // Named by their content, so they are the same wherever they come from.
  else if (files.includes(pathname)) event.respondWith(openFile(event.request))
})

async function keepBuild(): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  // While a release is rolled out, a server of the other build may have replied; a proxy may ask to sign in.
  if (page.redirected || !html.includes(entry)) throw new Error('This is not the page of this build')
  const cache = await caches.open(cacheName)
  await Promise.all([cache.put('/', page), cache.addAll(files)])
}

async function leaveNothing(error: unknown): Promise<never> {
  await caches.delete(cacheName)
  throw error
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
  // The page is asked for while the worker starts, not after it.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function openPage(event: FetchEvent): Promise<Response> {
  const reply = await fromNetwork(event).catch(() => undefined)
  if (reply && !isOfGateway(reply)) return reply
  return (await kept('/')) ?? reply ?? Response.error()
}

const fromNetwork = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

/** Of what stands in front of a server that is down. */
const isOfGateway = ({ status }: Response) => [502, 503, 504].includes(status)

const openFile = async (request: Request): Promise<Response> =>
  (await kept(new URL(request.url).pathname)) ?? fetch(request)

// Not by opening the cache: a worker that was removed still serves the pages it has, and would make the cache anew.
const kept = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName, ignoreVary: true })
