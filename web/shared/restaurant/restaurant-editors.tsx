import { useRestaurant } from '#web/api/use-restaurant.ts'
import { TeamRatingsDialog } from '#web/features/restaurants/team-ratings-dialog.tsx'
import { useDialogs } from '#web/shared/dialog-search.ts'
import { RestaurantForm } from '#web/shared/restaurant-form/restaurant-form.tsx'

/** The editors that an administrator opens above the details of a restaurant. */
export function RestaurantEditors({ id, onClose }: { id: number; onClose: () => void }) {
  const { edit } = useDialogs()
  const { data: restaurant } = useRestaurant(id)
  if (!restaurant) return null
  return (
    <>
      {edit === 'details' && <RestaurantForm restaurant={restaurant} onClose={onClose} />}
      {edit === 'team' && <TeamRatingsDialog restaurant={restaurant} onClose={onClose} />}
    </>
  )
}
