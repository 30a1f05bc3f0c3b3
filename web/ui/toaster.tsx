import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { currentToast, subscribeToToasts } from './toast-store.ts'

const retryAfter = 2_000

// A toast may be about the very connection that its code has to come over.
const load = (): Promise<typeof import('./toast.tsx')> =>
  import('./toast.tsx').catch(async () => {
    await new Promise(resolve => setTimeout(resolve, retryAfter))
    return load()
  })
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

/** At the root, once: shows the toasts. What that takes is loaded once the page stands, or with the first one. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)
  const [isLoaded, setIsLoaded] = useState(false)
  useWhenIdle(() => load().then(() => setIsLoaded(true)))
  return (
    (isLoaded || toast) && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
