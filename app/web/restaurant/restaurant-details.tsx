import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import { GoingHere, StartHereButton } from '#features/lunches/web/start/start-here.tsx'
import { DepartmentRatings } from '#features/ratings/web/department-ratings.tsx'
import { LatestReviews } from '#features/ratings/web/latest-reviews.tsx'
import { OtherDepartments } from '#features/ratings/web/other-departments.tsx'
import { OwnRating } from '#features/ratings/web/own-rating.tsx'
import { useOwnRating } from '#features/ratings/web/ratings-of.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { isClosedToday } from '#features/restaurants/opening/open-state.ts'
import { CampusNames } from '#features/restaurants/web/campus-names.tsx'
import { RestaurantPicture } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { DetailList } from '#features/restaurants/web/details/detail-list.tsx'
import {
  DetailsSkeleton,
  NameSkeleton,
  PictureSkeleton,
  pictureClass,
} from '#features/restaurants/web/details/details-skeleton.tsx'
import { RestaurantMissing } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { useOpenClock } from '#features/restaurants/web/open-now.tsx'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { ForYouLine } from '#features/taste/web/for-you-line.tsx'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { getRestaurantVisits } from '#features/visits/contract.ts'
import { isUnratedSince } from '#features/visits/visit-days.ts'
import { VisitNotes } from '#features/visits/web/visit-notes.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useDialogTitle } from '#kit/web/browser/dialog-title.ts'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
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
  const reviews = <LatestReviews restaurantId={id} scrolls={wide} />
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
              <GoingHere restaurantId={id} className="flex-wrap" />
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

/** Starting a lunch is the next step, unless the viewer was here and hasn't rated it since, or it's closed today. */
function Actions({ restaurant }: { restaurant: Restaurant }) {
  const own = useOwnRating(restaurant.id)
  const { data: visits } = useQuery(read(getRestaurantVisits, { params: { id: String(restaurant.id) } }))
  const { stateOf, zone } = useOpenClock()
  const isClosed = isClosedToday(stateOf(restaurant.openingTimes))
  const isToRate =
    own !== undefined && visits?.lastOwn && isUnratedSince(visits.lastOwn, own?.updatedAt ?? null, zone)
  return (
    <CampusNames campusCode={restaurant.campusCode}>
      <FavoriteHeart restaurant={restaurant} className="!flex-none self-end border border-edge" />
      <Button
        variant={isToRate || restaurant.disabled ? 'primary' : 'secondary'}
        onClick={() => urlParams.open({ rate: restaurant.id })}
        disabled={own === undefined}
        className={footerButton}
      >
        {own ? 'Edit Your Rating' : 'Rate'}
      </Button>
      {!restaurant.disabled && (
        <div className="flex flex-col gap-1 max-[22rem]:basis-full">
          {isClosed && <p className="text-center font-semibold text-brick-ink text-sm">Closed today</p>}
          <StartHereButton
            restaurant={restaurant}
            variant={isToRate || isClosed ? 'secondary' : 'primary'}
            className={clsx(footerButton, 'w-full')}
          />
        </div>
      )}
    </CampusNames>
  )
}

/** On phones the three have one row. Where they don't fit, on the narrowest, the last always has its own. */
const footerButton = 'self-end whitespace-nowrap max-sm:!px-2 max-[24rem]:text-sm'

function ForYouNote({ restaurant: { id, campusCode } }: { restaurant: Restaurant }) {
  const place = useForYou(campusCode).placeOf(id)
  return place ? <ForYouLine place={place} className="-mt-4" /> : null
}
