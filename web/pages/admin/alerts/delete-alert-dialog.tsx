import type { Alert } from '#contract/alerts.ts'
import { trashDays } from '#contract/trash.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteAlert } from './use-alert-writes.ts'

interface DeleteAlertDialogProps {
  /** undefined: the dialog is closed. */
  alert: Alert | undefined
  onClose: () => void
}

export function DeleteAlertDialog({ alert, onClose }: DeleteAlertDialogProps) {
  const shown = useSticky(alert)
  const deletion = useDeleteAlert(onClose)
  if (!shown) return null
  return (
    <ConfirmDialog
      open={alert !== undefined}
      onOpenChange={onClose}
      title={`Delete “${shown.title}”?`}
      confirmLabel="Delete alert"
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ params: { id: String(shown.id) } })}
    >
      {shown.isActive ? 'It disappears from every page within a minute. ' : ''}It stays in the trash for
      {` ${trashDays} days.`}
    </ConfirmDialog>
  )
}
