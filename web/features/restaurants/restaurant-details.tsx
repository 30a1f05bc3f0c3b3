import { clsx } from 'clsx'
import { type ReactNode, useDeferredValue } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { useMedia, wideScreen } from '#web/lib/media.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DetailList } from './detail-list.tsx'
import { DetailsSkeleton, NameSkeleton, PictureSkeleton, pictureClass } from './details-skeleton.tsx'
import { RestaurantMissing } from './restaurant-missing.tsx'
import { RestaurantPicture } from './restaurant-picture.tsx'
import { useRestaurant } from './use-restaurant.ts'

interface RestaurantDetailsProps {
  /** undefined: the dialog is closed. */
  restaurantId: number | undefined
  /** Another dialog about the restaurant is open above this one. */
  isBehind: boolean
  onClose: () => void
  campusName: (code: string) => string
  /** Content from other features: heart and buttons, a map, ratings, reviews. */
  actions: (restaurant: Restaurant) => ReactNode
  map: (restaurant: Restaurant) => ReactNode
  ratings: (restaurant: Restaurant) => ReactNode
  reviews: (restaurant: Restaurant) => ReactNode
  /** Actions for wrong details. */
  corrections: (restaurant: Restaurant) => ReactNode
}

export function RestaurantDetails({ restaurantId, ...rest }: RestaurantDetailsProps) {
  if (restaurantId === undefined) return null
  return <DetailsPanel key={restaurantId} id={restaurantId} {...rest} />
}

type DetailsPanelProps = Omit<RestaurantDetailsProps, 'restaurantId'> & { id: number }

function DetailsPanel({ id, isBehind, onClose, campusName, ...slots }: DetailsPanelProps) {
  const wide = useMedia(wideScreen)
  const { data: restaurant, error, refetch, isFetching } = useRestaurant(id)
  // Rendered in three steps, each painted before the next: the sheet with name and picture, the details, the rest. Wide
  // screens are fast enough to start with the second step.
  const showsDetails = useDeferredValue(true, wide)
  const showsAll = useDeferredValue(showsDetails, false)

  // After a 404 the deleted restaurant's data may still be cached. While a form is open above, don't show the error: it
  // would hide what the user typed.
  if (error && (!restaurant || (error.status === 404 && !isBehind))) {
    return (
      <RestaurantMissing
        error={error}
        onClose={onClose}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!restaurant) {
    return (
      <Dialog onClose={onClose} wide title={<NameSkeleton />} aside={<PictureSkeleton />}>
        <DetailsSkeleton />
      </Dialog>
    )
  }
  const reviews = slots.reviews(restaurant)
  return (
    <Dialog
      onClose={onClose}
      wide
      title={restaurant.name}
      footer={showsDetails && slots.actions(restaurant)}
      aside={
        <>
          <div className={clsx('relative overflow-hidden', pictureClass)}>
            <RestaurantPicture restaurant={restaurant} size="full" urgent />
            {restaurant.disabled && (
              <p className="absolute inset-0 grid place-items-center bg-raised/50">
                <span className="rounded-full bg-raised px-5 py-2 font-semibold text-lg">
                  Temporarily Closed
                </span>
              </p>
            )}
          </div>
          {wide && showsAll && <div className="px-7 py-6">{reviews}</div>}
        </>
      }
    >
      <div className="flex flex-col gap-7">
        {showsDetails ? (
          <div className="flex flex-col gap-4">
            <DetailList restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />
            {slots.map(restaurant)}
          </div>
        ) : (
          <DetailsSkeleton />
        )}
        {showsAll && (
          <>
            {slots.ratings(restaurant)}
            {!wide && reviews}
            {slots.corrections(restaurant)}
          </>
        )}
      </div>
    </Dialog>
  )
}
