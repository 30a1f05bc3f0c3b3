import { TeamRatingsDialog } from '#features/restaurants/web/details/team-ratings-dialog.tsx'
import { RestaurantForm } from '#features/restaurants/web/form/restaurant-form.tsx'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { restaurantParams } from './restaurant-params.ts'

/** The editors that an administrator opens above the details of a restaurant. */
export function RestaurantEditors({ id, onClose }: { id: number; onClose: () => void }) {
  const { edit } = useParams(restaurantParams)
  const { data: restaurant } = useRestaurant(id)
  if (!restaurant) return null
  return (
    <>
      {edit === 'details' && <RestaurantForm restaurant={restaurant} onClose={onClose} />}
      {edit === 'team' && <TeamRatingsDialog restaurant={restaurant} onClose={onClose} />}
    </>
  )
}
