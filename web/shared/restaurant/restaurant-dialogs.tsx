import { useRestaurant } from '#web/api/use-restaurant.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { RateDialog } from '#web/features/ratings/rate-dialog.tsx'
import { RestaurantMissing } from '#web/features/restaurants/restaurant-missing.tsx'
import { urlParams } from '#web/lib/search-params.ts'
import { useSticky } from '#web/lib/state.ts'
import { useDialogs } from '#web/shared/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { CampusNames } from './campus-names.tsx'
import { RestaurantDetails } from './restaurant-details.tsx'

// Only administrators need the forms and their validation, so no one else loads them.
const Editors = lazyDialog(async () => (await import('./restaurant-editors.tsx')).RestaurantEditors)

/** Loaded separately from the page, by lazy-restaurant-dialogs.tsx. */
export function RestaurantDialogs() {
  const { isAdmin } = useSignedIn()
  const { restaurant: opened, rate, edit } = useDialogs()
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
  const { rate } = useDialogs()
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
