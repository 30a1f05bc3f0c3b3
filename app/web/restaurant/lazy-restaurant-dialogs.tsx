import { LazyLunchDialogs } from '#features/lunches/web/lazy-lunches.tsx'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { restaurantParams } from './restaurant-params.ts'

// Loaded lazily, since the list can be used without them.
const RestaurantDialogs = lazyDialog(async () => (await import('./restaurant-dialogs.tsx')).RestaurantDialogs)

/**
 * Called before the page is rendered, so that a dialog in the address is rendered with it. A failure surfaces
 * when the dialog opens.
 */
export async function preloadOpenDialog(): Promise<void> {
  if (new URLSearchParams(location.search).has('restaurant'))
    await RestaurantDialogs.load().catch(() => undefined)
}

/** Details, rating and editors of the restaurant in the address, on any page. */
export function LazyRestaurantDialogs() {
  const { restaurant, rate } = useParams(restaurantParams)
  return (
    <>
      <RestaurantDialogs
        open={restaurant !== undefined || rate !== undefined}
        onClose={() => urlParams.close('restaurant', 'edit', 'rate')}
      />
      <LazyLunchDialogs />
    </>
  )
}
