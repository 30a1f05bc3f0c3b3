import { useLeaveGuard } from '#web/lib/leave-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a page with unsaved changes is left, in the application or by closing the window. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const guard = useLeaveGuard(unsaved, 'page')
  return (
    <ConfirmDialog
      open={guard.isLeaving}
      onOpenChange={stays => stays || guard.stay()}
      title="Leave without saving?"
      cancelLabel="Keep editing"
      confirmLabel="Leave without saving"
      danger
      onConfirm={guard.leave}
    >
      What you changed here would be lost.
    </ConfirmDialog>
  )
}
