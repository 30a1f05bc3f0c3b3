import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { loadPatiently } from '#web/lib/load-patiently.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { currentToast, type ShownToast, subscribeToToasts } from './toast-store.ts'

// A toast may be about the very connection that its code has to come over.
const load = () => loadPatiently(() => import('./toast.tsx'))
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

/** At the root, once: shows the toasts. What that takes is loaded once the page stands, or with the first one. */
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

/** What a toast says, while what makes it a toast is on its way or can’t be loaded: where that will be, and as large. */
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
