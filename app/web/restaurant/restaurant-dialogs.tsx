import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { CampusNames } from '#features/restaurants/web/campus-names.tsx'
import { RestaurantMissing } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { useSticky } from '#kit/web/browser/state.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { useWhenIdle } from '#kit/web/lazy/when-idle.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { RestaurantDetails } from './restaurant-details.tsx'
import { restaurantParams } from './restaurant-params.ts'

// Only administrators need the forms and their validation, so no one else loads them.
const Editors = lazyDialog(async () => (await import('./restaurant-editors.tsx')).RestaurantEditors)

// Its form isn't needed to see details.
const RateDialog = lazyDialog(async () => (await import('#features/ratings/web/rate-dialog.tsx')).RateDialog)

/** Loaded separately from the page, by lazy-restaurant-dialogs.tsx. */
export function RestaurantDialogs() {
  const { isAdmin } = useSignedIn()
  const { restaurant: opened, rate, edit } = useParams(restaurantParams)
  useWhenIdle(RateDialog.load)
  return (
    <>
      {opened !== undefined && (
        <RestaurantDetails
          key={`details ${opened}`}
          id={opened}
          isBehind={rate !== undefined || edit !== undefined}
          onClose={() => urlParams.close('restaurant', 'edit')}
        />
      )}
      {isAdmin && opened && (
        <Editors
          key={`editors ${opened}`}
          id={opened}
          open={edit !== undefined}
          onClose={() => urlParams.close('edit')}
        />
      )}
      <Rating />
    </>
  )
}

/** Loads the restaurant to rate when only the address names it. */
function Rating() {
  const { rate } = useParams(restaurantParams)
  // Kept after closing, so that closing by accident loses neither stars nor comment.
  const last = useSticky(rate)
  return last === undefined ? null : (
    <RatingOf key={last} id={last} open={rate !== undefined} onClose={() => urlParams.close('rate')} />
  )
}

function RatingOf({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const { data, error, refetch } = useRestaurant(id)
  if (error && !data)
    return open && <RestaurantMissing error={error} onClose={onClose} onRetry={() => void refetch()} />
  return (
    data && (
      <CampusNames campusCode={data.campusCode}>
        <RateDialog restaurant={data} open={open} onClose={onClose} />
      </CampusNames>
    )
  )
}
