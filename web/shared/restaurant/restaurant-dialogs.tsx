import type { Restaurant } from '#contract/restaurants.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { DepartmentRatings } from '#web/features/ratings/department-ratings.tsx'
import { LatestReviews } from '#web/features/ratings/latest-reviews.tsx'
import { OtherDepartments } from '#web/features/ratings/other-departments.tsx'
import { OwnRating } from '#web/features/ratings/own-rating.tsx'
import { RateDialog } from '#web/features/ratings/rate-dialog.tsx'
import { useOwnRating } from '#web/features/ratings/ratings-of.ts'
import { Corrections } from '#web/features/restaurants/corrections.tsx'
import { RestaurantDetails } from '#web/features/restaurants/restaurant-details.tsx'
import { RestaurantMissing } from '#web/features/restaurants/restaurant-missing.tsx'
import { useRestaurant } from '#web/features/restaurants/use-restaurant.ts'
import { ForYouLine } from '#web/features/taste/for-you-line.tsx'
import { useForYou } from '#web/features/taste/use-for-you.ts'
import { VisitNotes } from '#web/features/visits/visit-notes.tsx'
import { useSticky } from '#web/lib/state.ts'
import { useCampusName } from '#web/shared/campus-name.ts'
import { closeDialogs, openDialog, useDialogs } from '#web/shared/dialog-search.ts'
import { GoingHere, StartHereButton } from '#web/shared/lunches/start-here.tsx'
import { SuggestLink } from '#web/shared/suggestions/suggest-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { CampusNames } from './campus-names.tsx'
import { WhereOnMap } from './where-on-map.tsx'

// Only administrators need the forms and their validation, so no one else loads them.
const Editors = lazyDialog(async () => (await import('./restaurant-editors.tsx')).RestaurantEditors)

/** Loaded separately from the page, by lazy-restaurant-dialogs.tsx. */
export function RestaurantDialogs() {
  const { isAdmin } = useSignedIn()
  const { restaurant: opened, rate, edit } = useDialogs()
  const campusName = useCampusName()
  return (
    <>
      <RestaurantDetails
        restaurantId={opened}
        isBehind={rate !== undefined || edit !== undefined}
        onClose={() => closeDialogs('restaurant', 'edit')}
        campusName={campusName}
        actions={restaurant => (
          <CampusNames campusCode={restaurant.campusCode}>
            <DetailActions restaurant={restaurant} onRate={() => openDialog({ rate: restaurant.id })} />
          </CampusNames>
        )}
        map={restaurant => (
          <CampusNames campusCode={restaurant.campusCode}>
            <div className="flex flex-wrap items-center gap-2">
              <GoingHere restaurantId={restaurant.id} className="flex-wrap" />
              <StartHereButton restaurant={restaurant} />
            </div>
            <WhereOnMap restaurant={restaurant} />
          </CampusNames>
        )}
        ratings={restaurant => (
          <>
            <OwnRating restaurantId={restaurant.id} />
            <ForYouNote restaurant={restaurant} />
            <VisitNotes restaurant={restaurant} />
            <DepartmentRatings restaurantId={restaurant.id} />
            <OtherDepartments restaurantId={restaurant.id} />
          </>
        )}
        reviews={({ id }) => <LatestReviews restaurantId={id} />}
        corrections={restaurant => (
          <Corrections
            restaurant={restaurant}
            campusName={campusName(restaurant.campusCode)}
            report={(external, look) => <SuggestLink kind="mistake" external={external} {...look} />}
            onEditDetails={() => openDialog({ edit: 'details' })}
            onEditTeam={() => openDialog({ edit: 'team' })}
          />
        )}
      />
      {isAdmin && opened && (
        <Editors key={opened} id={opened} open={edit !== undefined} onClose={() => closeDialogs('edit')} />
      )}
      <Rating />
    </>
  )
}

function ForYouNote({ restaurant: { id, campusCode } }: { restaurant: Restaurant }) {
  const place = useForYou(campusCode).placeOf(id)
  return place ? <ForYouLine place={place} className="-mt-4" /> : null
}

function DetailActions({ restaurant, onRate }: { restaurant: Restaurant; onRate: () => void }) {
  const own = useOwnRating(restaurant.id)
  return (
    <>
      <FavoriteHeart restaurant={restaurant} className="!flex-none border border-edge" />
      <Button variant="primary" onClick={onRate} disabled={own === undefined}>
        {own ? 'Edit Your Rating' : 'Rate'}
      </Button>
    </>
  )
}

/** Loads the restaurant to rate when only the address names it. */
function Rating() {
  const { rate } = useDialogs()
  // Kept after closing, so that closing by accident loses neither stars nor comment.
  const last = useSticky(rate)
  return last === undefined ? null : (
    <RatingOf key={last} id={last} open={rate !== undefined} onClose={() => closeDialogs('rate')} />
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
