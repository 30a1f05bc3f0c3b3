import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast-store.ts'

const retryAfter = 2_000

// A toast may be about the very connection that its code has to come over.
const load = (): Promise<typeof import('./toast.tsx')> =>
  import('./toast.tsx').catch(async () => {
    await new Promise(resolve => setTimeout(resolve, retryAfter))
    return load()
  })
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

/** At the root, once: shows the toasts. What that takes is loaded right after the page: the first one may say that the connection is gone. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    void load().then(() => setIsLoaded(true))
  }, [])
  return (
    (isLoaded || toast) && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  )
}
