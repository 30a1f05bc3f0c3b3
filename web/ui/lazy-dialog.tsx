import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { loadCode } from '#web/lib/load-code.ts'
import { reloadAt } from '#web/lib/reload.ts'
import { visibleLocation } from '#web/lib/router/router.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { toast } from './toast-store.ts'

interface Openable {
  open: boolean
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

type LazyDialog<Props> = ((props: Props) => ReactNode) & { load: () => Promise<ComponentType<Props>> }

/**
 * A dialog whose code loads when the page is idle or, if it is `rare`, when it is first opened. It doesn't use
 * Suspense: if the code can't be loaded, the page below and anything typed there must stay.
 */
export function lazyDialog<Props extends Openable>(
  load: () => Promise<ComponentType<Props>>,
  { rare = false } = {},
): LazyDialog<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadComponent = async () => {
    loaded = await loadCode(load)
    return loaded
  }
  const preload = rare ? async () => undefined : loadComponent
  function LazyDialog(props: Props) {
    const { open, onClose, onOpenChange } = props
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    if (open && !Dialog && loaded) setDialog(() => loaded)
    const isWanted = open && !Dialog
    const close = useEffectEvent(() => {
      onClose?.()
      onOpenChange?.(false)
    })
    const onLoadFailed = useEffectEvent(() => {
      const { href } = visibleLocation()
      close()
      toast({
        title: 'Couldn’t open this. Check your connection and try again.',
        variant: 'destructive',
        // If the page is from an earlier release, the file no longer exists, and only a reload helps.
        action: { label: 'Reload', onClick: () => reloadAt(href) },
      })
    })
    useEffect(() => {
      if (!isWanted) return
      let isStillWanted = true
      // Escape closes what it would close if the code were there, unless another dialog takes it.
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }
      document.addEventListener('keydown', onKey)
      loadComponent().then(
        component => isStillWanted && setDialog(() => component),
        () => isStillWanted && onLoadFailed(),
      )
      return () => {
        isStillWanted = false
        document.removeEventListener('keydown', onKey)
      }
    }, [isWanted])
    useWhenIdle(preload)
    return Dialog && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { load: loadComponent })
}
