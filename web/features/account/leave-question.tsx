import { useBlocker } from '#web/lib/router/blocker.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a page with unsaved changes is left, in the application or by closing the window. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlock: (current, next) => unsaved && current.pathname !== next.pathname,
    beforeUnload: unsaved,
  })
  return (
    <ConfirmDialog
      open={blocker.isBlocked}
      onOpenChange={open => open || blocker.reset()}
      title="Leave without saving?"
      cancelLabel="Keep editing"
      confirmLabel="Leave without saving"
      danger
      onConfirm={blocker.proceed}
    >
      What you changed on this page would be lost.
    </ConfirmDialog>
  )
}
