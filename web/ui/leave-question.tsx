import { useLeaveGuard } from '#web/lib/leave-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveQuestionProps {
  unsaved: boolean
  where: keyof typeof words
  /** Opens the question for a button of the form itself, such as Cancel. */
  isOpenedByForm?: boolean
  onStay?: () => void
  onLeave?: () => void
}

const words = {
  dialog: {
    title: 'Discard your changes?',
    leave: 'Discard changes',
    text: 'What you typed here isn’t saved yet.',
  },
  page: {
    title: 'Leave without saving?',
    leave: 'Leave without saving',
    text: 'Your changes here would be lost.',
  },
}

/** Asks before the user leaves a dialog or page with unsaved changes, including by closing the window. */
export function LeaveQuestion({
  unsaved,
  where,
  isOpenedByForm = false,
  onStay,
  onLeave,
}: LeaveQuestionProps) {
  const guard = useLeaveGuard(unsaved, where)
  const { title, leave, text } = words[where]
  return (
    <ConfirmDialog
      open={guard.isLeaving || isOpenedByForm}
      onOpenChange={stays => stays || (isOpenedByForm ? onStay : guard.stay)?.()}
      title={title}
      cancelLabel="Keep editing"
      confirmLabel={leave}
      danger
      onConfirm={() => (isOpenedByForm ? onLeave : guard.leave)?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
