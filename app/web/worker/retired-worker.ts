/*
 * Served instead of the offline worker when that is switched off. The browser itself requests it whenever a page is
 * opened, so it removes the worker of any earlier build, even if that build's page is broken.
 */
export {}

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', event => {
  event.waitUntil(uninstall())
})

async function uninstall(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
