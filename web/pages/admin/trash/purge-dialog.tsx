import type { TrashItem } from '#contract/trash.ts'
import { ratingCountLabel } from '#domain/ratings.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { usePurge } from './use-trash.ts'

interface PurgeDialogProps {
  /** undefined: the dialog is closed. */
  item: TrashItem | undefined
  onClose: () => void
}

export function PurgeDialog({ item, onClose }: PurgeDialogProps) {
  const shown = useSticky(item)
  const purge = usePurge(onClose)
  if (!shown) return null
  return (
    <ConfirmDialog
      open={item !== undefined}
      onOpenChange={onClose}
      title={`Delete ${shown.name} for good?`}
      confirmLabel="Delete for good"
      danger
      busy={purge.isPending}
      onConfirm={() => purge.mutate({ params: { id: String(shown.id) } })}
    >
      {shown.kind === 'restaurant' && shown.ratingCount > 0
        ? `It goes with its ${ratingCountLabel(shown.ratingCount)}, and nothing brings them back.`
        : 'Nothing brings it back.'}
    </ConfirmDialog>
  )
}
