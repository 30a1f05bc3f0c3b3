/*
 * Sent in place of the offline worker when that is switched off. The browser itself asks for it whenever a page is opened,
 * so it ends the worker of any earlier build, even one whose page is broken.
 */
export {}

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', event => {
  event.waitUntil(leave())
})

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
