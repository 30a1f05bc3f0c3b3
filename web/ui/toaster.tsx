import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { loadWithRetry } from '#web/lib/load-with-retry.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { currentToast, type ShownToast, subscribeToToasts } from './toast-store.ts'

// Loading is retried, because the toast may report the very connection failure that keeps its code from
// loading.
const load = () => loadWithRetry(() => import('./toast.tsx'))
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

/** Shows the toasts; rendered once, at the root. Their code loads when the page is idle or with the first toast. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)
  const [isLoaded, setIsLoaded] = useState(false)
  useWhenIdle(() => load().then(() => setIsLoaded(true)))
  return (
    (isLoaded || toast) && (
      <Suspense fallback={toast?.open && <PlainToast {...toast} />}>
        <Toasts />
      </Suspense>
    )
  )
}

/** The text of a toast, in the same place and size, while the code of the real one is loading or can't be loaded. */
function PlainToast({ title, description }: ShownToast) {
  return (
    <div role="alert" className="toasts">
      <div className="plain-toast shadow-floating">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-muted text-sm">{description}</p>}
      </div>
    </div>
  )
}
