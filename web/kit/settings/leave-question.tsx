import { useLeaveGuard } from '#web/lib/leave-guard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before unsaved input is left behind. */
export function LeaveQuestion({ isDirty }: { isDirty: boolean }) {
  const guard = useLeaveGuard(isDirty, 'page')
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
