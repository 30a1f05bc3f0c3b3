import { deleteRestaurant, type Restaurant } from '#contract/restaurants.ts'
import { ratingCountLabel } from '#domain/ratings.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useUndo } from '#web/kit/undo.ts'
import { useSticky } from '#web/lib/state.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'

interface DeleteRestaurantDialogProps {
  /** undefined: the dialog is closed. */
  restaurant: Restaurant | undefined
  onClose: () => void
}

export function DeleteRestaurantDialog({ restaurant, onClose }: DeleteRestaurantDialogProps) {
  const shown = useSticky(restaurant)
  const offerUndo = useUndo()
  const deletion = useWrite(deleteRestaurant, {
    stale: restaurantQueries,
    onSuccess: (_, { params }) => {
      offerUndo('restaurant', [Number(params.id)])
      onClose()
    },
    onError: error =>
      toast({ title: 'Failed to delete restaurant', description: error.message, variant: 'destructive' }),
  })
  return (
    <ConfirmDialog
      open={restaurant !== undefined}
      onOpenChange={onClose}
      title={`Delete ${shown?.name}?`}
      confirmLabel="Delete restaurant"
      danger
      busy={deletion.isPending}
      onConfirm={() => shown && deletion.mutate({ params: { id: String(shown.id) } })}
    >
      {shown && shown.ratingCount > 0
        ? `It goes with its ${ratingCountLabel(shown.ratingCount)}.`
        : 'It has no ratings yet.'}
    </ConfirmDialog>
  )
}
