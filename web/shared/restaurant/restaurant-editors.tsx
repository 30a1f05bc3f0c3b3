import { TeamRatingsDialog } from '#web/features/restaurants/team-ratings-dialog.tsx'
import { useRestaurant } from '#web/features/restaurants/use-restaurant.ts'
import { useDialogState } from '#web/lib/state.ts'
import { useDialogs } from '#web/shared/dialog-search.ts'
import { RestaurantForm } from './restaurant-form.tsx'

/** The editors that an administrator opens above the details of a restaurant. */
export function RestaurantEditors({ id, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const { edit } = useDialogs()
  const details = useDialogState(edit === 'details' || undefined)
  const team = useDialogState(edit === 'team' || undefined)
  const { data: restaurant } = useRestaurant(id)
  if (!restaurant) return null
  return (
    <>
      {details.value && (
        <RestaurantForm key={details.key} restaurant={restaurant} open={details.open} onClose={onClose} />
      )}
      {team.value && (
        <TeamRatingsDialog key={team.key} restaurant={restaurant} open={team.open} onClose={onClose} />
      )}
    </>
  )
}
