import { useEffect } from 'react'
import { findSubscription } from '#features/push/web/find-subscription.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { loadCode } from '#kit/web/lazy/load-code.ts'
import { whenIdle } from '#kit/web/lazy/when-idle.ts'
import { parseQuery } from '#kit/web/router/params.ts'
import { navigate } from '#kit/web/router/router.ts'

/**
 * Registers the service worker that opens Home offline, or removes it with all its caches, as the server's settings
 * say. Part of the first scripts, so that a page whose other files no longer exist can still remove it.
 */
export function useOfflineWorker(viewerId: number | undefined): void {
  const { offlineWorker, push } = usePublicConfig()
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    if (offlineWorker === false) void remove(push === true)
    return offlineWorker && viewerId !== undefined ? whenIdle(register) : undefined
  }, [offlineWorker, push, viewerId])
  useEffect(() => {
    if (!push || viewerId === undefined) return undefined
    return whenIdle(() => void keepNotified().catch(ignoreBlocked))
  }, [push, viewerId])
  useEffect(openWhatIsTapped, [])
}

/** The worker asks an open page to go where a notification leads. */
function openWhatIsTapped(): (() => void) | undefined {
  if (!('serviceWorker' in navigator)) return undefined
  const { serviceWorker } = navigator
  const open = ({ data, ports }: MessageEvent) => {
    const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown }
    if (type !== 'open' || typeof path !== 'string') return
    const { pathname, search } = new URL(path, location.origin)
    if (pathname !== '/') return
    ports[0]?.postMessage('done')
    navigate({ to: '/', search: parseQuery(search) })
  }
  serviceWorker.addEventListener('message', open)
  serviceWorker.startMessages()
  return () => serviceWorker.removeEventListener('message', open)
}

async function keepNotified(): Promise<void> {
  if (!(await findSubscription())) return
  const { keepSubscription } = await loadCode(() => import('#features/push/web/push-subscription.ts'))
  await keepSubscription()
}

// A browser that blocks storage works without the worker.
const ignoreBlocked = () => undefined

function register(): void {
  navigator.serviceWorker.register('/offline-worker.js').catch(ignoreBlocked)
}

/** With `keepsPush`, a worker that receives notifications stays: the server replaces it by one that does only that. */
async function remove(keepsPush: boolean): Promise<void> {
  const isSubscribed = keepsPush && (await findSubscription()) !== null
  const registrations = isSubscribed ? [] : await navigator.serviceWorker.getRegistrations().catch(() => [])
  for (const registration of registrations) await registration.unregister().catch(ignoreBlocked)
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // Where storage is blocked, there are none.
  }
}
