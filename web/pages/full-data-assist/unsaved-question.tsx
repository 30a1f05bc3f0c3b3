import { useBlocker } from '@tanstack/react-router'
import { counted } from '#web/lib/counted.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const userIn = (search: object) => (search as { user?: string }).user

/** Asks before unsaved stars are lost by leaving the page or switching users. Searching loses nothing. */
export function UnsavedQuestion({ unsaved }: { unsaved: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved > 0 && (current.pathname !== next.pathname || userIn(current.search) !== userIn(next.search)),
    enableBeforeUnload: unsaved > 0,
    withResolver: true,
  })
  const ratings = counted(unsaved, 'rating')
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={stays => stays || blocker.reset?.()}
      title={`Discard ${ratings}?`}
      cancelLabel="Keep rating"
      confirmLabel={`Discard ${ratings}`}
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      {unsaved === 1 ? 'It isn’t saved yet.' : 'They aren’t saved yet.'}
    </ConfirmDialog>
  )
}
