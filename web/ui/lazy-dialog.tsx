import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react'
import { lazyCode } from '#web/lib/lazy-code.ts'
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

/** A dialog whose code loads when the page is idle or, if it is `rare`, when it is first opened. */
export function lazyDialog<Props extends Openable>(
  load: () => Promise<ComponentType<Props>>,
  { rare = false } = {},
): LazyDialog<Props> {
  const dialog = lazyCode(load)
  const preload = rare ? async () => undefined : dialog.load
  function LazyDialog(props: Props) {
    const { open, onClose, onOpenChange } = props
    const close = () => {
      onClose?.()
      onOpenChange?.(false)
    }
    const { code: Dialog, isLoading } = dialog.useCode(open, () => {
      const { href } = visibleLocation()
      close()
      toast({
        title: 'Couldn’t open this. Check your connection and try again.',
        variant: 'destructive',
        // If the page is from an earlier release, the file no longer exists, and only a reload helps.
        action: { label: 'Reload', onClick: () => reloadAt(href) },
      })
    })
    // Escape closes what it would close if the code were there, unless another dialog takes it.
    const onKey = useEffectEvent((event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    })
    useEffect(() => {
      if (!isLoading) return
      const listener = (event: KeyboardEvent) => onKey(event)
      document.addEventListener('keydown', listener)
      return () => document.removeEventListener('keydown', listener)
    }, [isLoading])
    useWhenIdle(preload)
    return Dialog && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { load: dialog.load })
}
