import { clsx } from 'clsx'
import { useDeferredValue } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useRestaurant } from '#web/api/use-restaurant.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { DepartmentRatings } from '#web/features/ratings/department-ratings.tsx'
import { LatestReviews } from '#web/features/ratings/latest-reviews.tsx'
import { OtherDepartments } from '#web/features/ratings/other-departments.tsx'
import { OwnRating } from '#web/features/ratings/own-rating.tsx'
import { useOwnRating } from '#web/features/ratings/ratings-of.ts'
import { DetailList } from '#web/features/restaurants/detail-list.tsx'
import {
  DetailsSkeleton,
  NameSkeleton,
  PictureSkeleton,
  pictureClass,
} from '#web/features/restaurants/details-skeleton.tsx'
import { RestaurantMissing } from '#web/features/restaurants/restaurant-missing.tsx'
import { RestaurantPicture } from '#web/features/restaurants/restaurant-picture.tsx'
import { ForYouLine } from '#web/features/taste/for-you-line.tsx'
import { useForYou } from '#web/features/taste/use-for-you.ts'
import { VisitNotes } from '#web/features/visits/visit-notes.tsx'
import { useDialogTitle } from '#web/lib/dialog-title.ts'
import { useMedia, wideScreen } from '#web/lib/media.ts'
import { urlParams } from '#web/lib/search-params.ts'
import { GoingHere, StartHereButton } from '#web/shared/lunches/start-here.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CampusNames } from './campus-names.tsx'
import { Corrections } from './corrections.tsx'
import { WhereOnMap } from './where-on-map.tsx'

interface RestaurantDetailsProps {
  id: number
  /** Another dialog about the restaurant is open above this one. */
  isBehind: boolean
  onClose: () => void
}

export function RestaurantDetails({ id, isBehind, onClose }: RestaurantDetailsProps) {
  const campusName = useCampusName()
  const wide = useMedia(wideScreen)
  const { data: restaurant, error, refetch, isFetching } = useRestaurant(id)
  useDialogTitle(restaurant?.name, usePublicConfig().appName)
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
  const reviews = <LatestReviews restaurantId={id} />
  return (
    <Dialog
      onClose={onClose}
      wide
      title={restaurant.name}
      footer={showsDetails && <Actions restaurant={restaurant} />}
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
          {wide && showsAll && <div className="px-7 py-6 print:order-1">{reviews}</div>}
        </>
      }
    >
      <div className="flex flex-col gap-7">
        {showsDetails ? (
          <div className="flex flex-col gap-4">
            <DetailList restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />
            <CampusNames campusCode={restaurant.campusCode}>
              <div className="flex flex-wrap items-center gap-2">
                <GoingHere restaurantId={id} className="flex-wrap" />
                <StartHereButton restaurant={restaurant} />
              </div>
              <WhereOnMap restaurant={restaurant} />
            </CampusNames>
          </div>
        ) : (
          <DetailsSkeleton />
        )}
        {showsAll && (
          <>
            <OwnRating restaurantId={id} />
            <ForYouNote restaurant={restaurant} />
            <VisitNotes restaurant={restaurant} />
            <DepartmentRatings restaurantId={id} />
            <OtherDepartments restaurantId={id} />
            {!wide && reviews}
            <Corrections restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Actions({ restaurant }: { restaurant: Restaurant }) {
  const own = useOwnRating(restaurant.id)
  return (
    <CampusNames campusCode={restaurant.campusCode}>
      <FavoriteHeart restaurant={restaurant} className="!flex-none border border-edge" />
      <Button
        variant="primary"
        onClick={() => urlParams.open({ rate: restaurant.id })}
        disabled={own === undefined}
      >
        {own ? 'Edit Your Rating' : 'Rate'}
      </Button>
    </CampusNames>
  )
}

function ForYouNote({ restaurant: { id, campusCode } }: { restaurant: Restaurant }) {
  const place = useForYou(campusCode).placeOf(id)
  return place ? <ForYouLine place={place} className="-mt-4" /> : null
}
