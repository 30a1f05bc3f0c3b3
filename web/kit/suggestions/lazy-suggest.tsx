import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#web/ui/toast-store.ts'
import type { SuggestDialog } from './suggest-dialog.tsx'
import { useSuggestForm } from './suggestion-search.ts'

/**
 * The form for requests and reports, loaded once the address names one. Not by Suspense: it is on every page, none of which
 * must go because this can't be had.
 */
export function LazySuggest() {
  const { kind, close } = useSuggestForm()
  const [Dialog, setDialog] = useState<typeof SuggestDialog>()
  const isWanted = kind !== undefined && !Dialog
  const giveUp = useEffectEvent(() => {
    close()
    toast({
      title: 'Couldn’t open the form. Check your connection and try again.',
      variant: 'destructive',
      // Of a release before, the file is gone.
      action: { label: 'Reload', onClick: () => location.reload() },
    })
  })
  useEffect(() => {
    if (!isWanted) return
    import('./suggest-dialog.tsx').then(
      module => setDialog(() => module.SuggestDialog),
      () => giveUp(),
    )
  }, [isWanted])
  return Dialog ? <Dialog /> : null
}
