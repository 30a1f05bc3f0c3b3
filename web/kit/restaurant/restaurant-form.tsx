import { type ComponentProps, lazy } from 'react'
import { RestaurantFormDialog } from '#web/features/restaurant/restaurant-form-dialog.tsx'

const PositionMap = lazy(async () => ({
  default: (await import('#web/features/map/position-map.tsx')).PositionMap,
}))

/** The form of a restaurant, with a map that is loaded once it is wanted. */
export function RestaurantForm(props: Omit<ComponentProps<typeof RestaurantFormDialog>, 'PositionMap'>) {
  return <RestaurantFormDialog {...props} PositionMap={PositionMap} />
}
