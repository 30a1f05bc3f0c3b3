import { Pencil } from 'lucide-react'
import { memo } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import { listOwnRatings, type OwnRating } from '#features/ratings/contract.ts'
import { cornerClass, RestaurantCard } from '#features/restaurants/web/card/restaurant-card.tsx'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { RestaurantGrid } from '#features/restaurants/web/grid/restaurant-grid.tsx'
import { read } from '#kit/web/api/queries.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { LoadedCards } from './own-cards.tsx'
import { profileHref } from './profile-search.ts'

export function RatingsTab({ onFindUnrated }: { onFindUnrated: () => void }) {
  return (
    <LoadedCards
      query={read(listOwnRatings)}
      empty={
        <EmptyState
          title="You haven’t rated anything yet"
          action={
            <Button variant="primary" onClick={onFindUnrated}>
              Rate a restaurant
            </Button>
          }
        >
          A few stars from you help the others decide.
        </EmptyState>
      }
    >
      {list => (
        <RestaurantGrid
          cards={list.map(rating => ({
            restaurantId: rating.restaurantId,
            restaurant: rating.restaurant,
            draw: isNear => <RatedCard rating={rating} isNear={isNear} />,
          }))}
        />
      )}
    </LoadedCards>
  )
}

const RatedCard = memo(({ rating, isNear }: { rating: OwnRating; isNear: boolean }) => {
  const { restaurant, value, comment } = rating
  const name = useDistinctName(restaurant)
  const campusName = useCampusName()
  return (
    <RestaurantCard
      restaurant={restaurant}
      campusName={campusName(restaurant.campusCode)}
      ownValue={value}
      isNear={isNear}
      level={2}
      href={profileHref({ tab: 'ratings', restaurant: restaurant.id })}
      onOpen={() => urlParams.open({ restaurant: restaurant.id })}
      heart={<FavoriteHeart restaurant={restaurant} className={cornerClass} />}
      rateButton={
        <div className="flex flex-col gap-3">
          {comment && (
            <blockquote className="line-clamp-4 whitespace-pre-line break-words rounded-sm bg-sunken px-3.5 py-2.5 font-serif italic">
              {comment}
            </blockquote>
          )}
          <Button
            icon={<Pencil />}
            aria-label={`Edit Your Rating of ${name}`}
            onClick={() => urlParams.open({ rate: restaurant.id })}
          >
            Edit Your Rating
          </Button>
        </div>
      }
    />
  )
})
