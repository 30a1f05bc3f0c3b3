import { useEffect } from 'react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

/**
 * Keeps the worker that opens Home offline in this browser, or removes it with all it holds, as the server says. Part of
 * the first scripts, so that a page whose other files are gone can remove it too.
 */
export function useOfflineWorker(isSignedIn: boolean): void {
  const { offlineWorker } = usePublicConfig()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    if (offlineWorker === false) void remove()
    return offlineWorker && isSignedIn ? whenIdle(register) : undefined
  }, [offlineWorker, isSignedIn])
}

// A browser that refuses to keep anything does without.
const refused = () => undefined

function register(): void {
  navigator.serviceWorker.register('/offline-worker.js').catch(refused)
}

async function remove(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  for (const registration of registrations) await registration.unregister().catch(refused)
  for (const name of await caches.keys().catch(() => [])) await caches.delete(name).catch(refused)
}
