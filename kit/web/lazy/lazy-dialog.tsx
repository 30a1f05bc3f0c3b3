import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from 'react'
import { visibleLocation } from '#kit/web/router/router.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { lazyCode } from './lazy-code.ts'
import { reloadAt } from './reload.ts'
import { useWhenIdle } from './when-idle.ts'

interface LazyDialogProps {
  /** Whether its code is needed now. Omitted by a dialog that is only rendered while it is open. */
  open?: boolean
  onClose: () => void
}

type LazyDialog<Props> = ((props: Props & LazyDialogProps) => ReactNode) & {
  load: () => Promise<ComponentType<Props>>
}

/** A dialog whose code loads when the page is idle or, if it is `rare`, when it is first opened. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rare = false } = {},
): LazyDialog<Props> {
  const dialog = lazyCode(load)
  const preload = rare ? async () => undefined : dialog.load
  function LazyDialog(props: Props & LazyDialogProps) {
    const { open = true, onClose } = props
    const { code: Dialog, isLoading } = dialog.useCode(open, () => {
      const { href } = visibleLocation()
      onClose()
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
      onClose()
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
