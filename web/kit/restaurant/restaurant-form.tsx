import type { ComponentProps } from 'react'
import { RestaurantFormDialog } from '#web/features/restaurant/restaurant-form-dialog.tsx'
import { lazyMap } from '#web/kit/lazy-map.tsx'

// Nothing is loaded anew where it fails: that would take what is typed.
const PositionMap = lazyMap(
  async () => (await import('#web/features/map/position-map.tsx')).PositionMap,
  'h-72 !rounded-lg',
)

/** The form of a restaurant, with a map that is loaded once it is wanted. */
export function RestaurantForm(props: Omit<ComponentProps<typeof RestaurantFormDialog>, 'PositionMap'>) {
  return <RestaurantFormDialog {...props} PositionMap={PositionMap} />
}
