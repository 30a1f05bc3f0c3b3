import { counted } from '#web/lib/counted.ts'
import { useBlocker } from '#web/lib/router/blocker.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before unsaved stars are lost by leaving the page or switching users. Searching keeps them. */
export function UnsavedQuestion({ unsaved }: { unsaved: number }) {
  const blocker = useBlocker({
    shouldBlock: (current, next) =>
      unsaved > 0 && (current.pathname !== next.pathname || current.search.user !== next.search.user),
    beforeUnload: unsaved > 0,
  })
  const ratings = counted(unsaved, 'rating')
  return (
    <ConfirmDialog
      open={blocker.isBlocked}
      onOpenChange={stays => stays || blocker.reset()}
      title={`Discard ${ratings}?`}
      cancelLabel="Keep rating"
      confirmLabel={`Discard ${ratings}`}
      danger
      onConfirm={blocker.proceed}
    >
      {unsaved === 1 ? 'It isn’t saved yet.' : 'They aren’t saved yet.'}
    </ConfirmDialog>
  )
}
