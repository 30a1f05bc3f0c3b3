import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'
import { RestaurantFormDialog } from '#web/features/restaurants/restaurant-form-dialog.tsx'
import { LoadedDialog } from '#web/shared/admin/loaded-dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PositionMap = lazyPart(async () => (await import('#web/features/map/position-map.tsx')).PositionMap, {
  Placeholder: () => <Skeleton className="h-72 !rounded-lg" />,
  errorTitle: 'The map couldn’t be loaded',
})

type RestaurantFormProps = Omit<ComponentProps<typeof RestaurantFormDialog>, 'PositionMap' | 'campuses'>

/** The form of a restaurant, with the campuses to choose from and a map that loads when it is needed. */
export function RestaurantForm({ campusCode, ...props }: RestaurantFormProps) {
  const campuses = useQuery(read(listCampuses))
  return (
    <LoadedDialog query={campuses} title="Restaurant" onClose={props.onClose}>
      {campuses => (
        <RestaurantFormDialog
          {...props}
          campuses={campuses}
          campusCode={campuses.find(({ code }) => code === campusCode)?.code}
          PositionMap={PositionMap}
        />
      )}
    </LoadedDialog>
  )
}
