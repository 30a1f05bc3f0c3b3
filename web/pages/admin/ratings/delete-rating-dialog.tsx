import type { AdminRating } from '#contract/admin-ratings.ts'
import { starCount } from '#domain/ratings.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ratingName } from './rating-rows.tsx'
import { useDeleteRating } from './use-rating-writes.ts'

interface DeleteRatingDialogProps {
  /** undefined: the dialog is closed. */
  rating: AdminRating | undefined
  onClose: () => void
}

export function DeleteRatingDialog({ rating, onClose }: DeleteRatingDialogProps) {
  const shown = useSticky(rating)
  const deletion = useDeleteRating(onClose)
  return (
    <ConfirmDialog
      open={rating !== undefined}
      onOpenChange={onClose}
      title={shown ? `Delete ${ratingName(shown)}?` : ''}
      confirmLabel="Delete rating"
      danger
      busy={deletion.isPending}
      onConfirm={() => shown && deletion.mutate({ params: { id: String(shown.id) } })}
    >
      {shown && `It has ${starCount(shown.value)}${shown.comment ? ' and a comment' : ''}.`}
    </ConfirmDialog>
  )
}
