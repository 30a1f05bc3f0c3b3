/*
 * Served instead of the offline worker when that is switched off, but notifications are on: it caches nothing, removes
 * what the offline worker has cached, and only receives notifications.
 */
import { receivePushes } from './push-events.ts'

declare const self: ServiceWorkerGlobalScope

receivePushes()

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', event => {
  event.waitUntil(removeCaches())
})

async function removeCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.navigationPreload?.disable()
}
