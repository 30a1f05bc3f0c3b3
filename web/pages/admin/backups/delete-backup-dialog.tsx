import type { Backup } from '#contract/backups.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteBackup } from './use-backup-writes.ts'

interface DeleteBackupDialogProps {
  /** undefined: the dialog is closed. */
  backup: Backup | undefined
  onClose: () => void
}

export function DeleteBackupDialog({ backup, onClose }: DeleteBackupDialogProps) {
  const shown = useSticky(backup)
  const deletion = useDeleteBackup(onClose)
  if (!shown) return null
  return (
    <ConfirmDialog
      open={backup !== undefined}
      onOpenChange={onClose}
      title="Delete this backup?"
      confirmLabel="Delete backup"
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate({ params: { filename: shown.filename } })}
    >
      <strong className="block break-all text-ink">{shown.filename}</strong>
      {shown.kind === 'safety'
        ? 'It is the state before a restore or a bulk delete, and the way back to it. Nothing brings the file back.'
        : 'Nothing brings the file back, unless you have downloaded it.'}
    </ConfirmDialog>
  )
}
