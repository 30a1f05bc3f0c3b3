import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#kit/web/browser/store.ts'
import { lazyCode } from '#kit/web/lazy/lazy-code.ts'
import { useWhenIdle } from '#kit/web/lazy/when-idle.ts'
import { useFocusReturn } from './toast-focus.ts'
import { type ShownToast, shownToast } from './toast-store.ts'

// It keeps trying, because the toast may report the very connection failure that keeps its code from loading.
const toasts = lazyCode(async () => (await import('./toast.tsx')).Toasts, { keepsTrying: true })

/** Shows the toasts; rendered once, at the root. Their code loads when the page is idle or with the first toast. */
export function Toaster() {
  const toast = useStore(shownToast)
  const [isIdle, setIsIdle] = useState(false)
  useWhenIdle(async () => setIsIdle(true))
  const { code: Toasts } = toasts.useCode(isIdle || toast !== undefined)
  return Toasts ? <Toasts /> : <PlainRegion toast={toast?.open ? toast : undefined} />
}

/** The region of the toasts while the code of the real ones is loading or can't be loaded: F8 focuses it as well. */
function PlainRegion({ toast }: { toast: ShownToast | undefined }) {
  const region = useRef<HTMLDivElement>(null)
  useFocusReturn()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.code === 'F8' && region.current?.focus()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  useLayoutEffect(() => {
    const element = region.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      // The real region replaces this one in the same step.
      queueMicrotask(() => document.querySelector<HTMLElement>('.toasts')?.focus())
    }
  }, [])
  return (
    <section aria-label="Notifications (F8)">
      <div ref={region} tabIndex={-1} className={clsx('toasts', toast?.at && `toasts-at-${toast.at}`)}>
        {toast && <PlainToast {...toast} />}
      </div>
    </section>
  )
}

/** The text of a toast, in the same place and size as the real one. */
function PlainToast({ title, description }: ShownToast) {
  return (
    <div role="alert" className="plain-toast shadow-floating">
      <p className="font-semibold">{title}</p>
      {description && <p className="text-muted text-sm">{description}</p>}
    </div>
  )
}
