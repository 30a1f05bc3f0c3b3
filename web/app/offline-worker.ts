import { useEffect } from 'react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Registers the service worker that opens Home offline, or removes it with all its caches, as the server's settings
 * say. Part of the first scripts, so that a page whose other files no longer exist can still remove it.
 */
export function useOfflineWorker(isSignedIn: boolean): void {
  const { offlineWorker } = usePublicConfig()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    if (offlineWorker === false) void remove()
    return offlineWorker && isSignedIn ? whenIdle(register) : undefined
  }, [offlineWorker, isSignedIn])
}

// A browser that blocks storage works without the worker.
const ignoreBlocked = () => undefined

function register(): void {
  navigator.serviceWorker.register('/offline-worker.js').catch(ignoreBlocked)
}

async function remove(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  for (const registration of registrations) await registration.unregister().catch(ignoreBlocked)
  for (const name of await caches.keys().catch(() => [])) await caches.delete(name).catch(ignoreBlocked)
}
