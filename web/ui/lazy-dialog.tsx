import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { locationInSight } from '#web/lib/router/router.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import { toast } from './toast-store.ts'

interface Openable {
  open: boolean
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

type LazyDialog<Props> = ((props: Props) => ReactNode) & { load: () => Promise<ComponentType<Props>> }

/**
 * A dialog whose code comes once the page stands, or, if it is `rare`, not before it is opened for the first time. Not by
 * Suspense: the page below, and what is typed there, must not go because a dialog can't be had.
 */
export function lazyDialog<Props extends Openable>(
  load: () => Promise<ComponentType<Props>>,
  { rare = false } = {},
): LazyDialog<Props> {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    loaded = await load()
    return loaded
  }
  const ahead = rare ? async () => undefined : keep
  function LazyDialog(props: Props) {
    const { open, onClose, onOpenChange } = props
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    if (open && !Dialog && loaded) setDialog(() => loaded)
    const isWanted = open && !Dialog
    const giveUp = useEffectEvent(() => {
      const { href } = locationInSight()
      onClose?.()
      onOpenChange?.(false)
      toast({
        title: 'Couldn’t open this. Check your connection and try again.',
        variant: 'destructive',
        // Of a release before, the file is gone.
        action: { label: 'Reload', onClick: () => loadAnew(href) },
      })
    })
    useEffect(() => {
      if (!isWanted) return
      let isStillWanted = true
      keep().then(
        component => isStillWanted && setDialog(() => component),
        () => isStillWanted && giveUp(),
      )
      return () => {
        isStillWanted = false
      }
    }, [isWanted])
    useWhenIdle(ahead)
    return Dialog && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { load: keep })
}

/** Opens what couldn't be opened, where the address names it. */
function loadAnew(href: string) {
  history.replaceState(history.state, '', href)
  location.reload()
}
