import { useQuery } from '@tanstack/react-query'
import { HeartOff } from 'lucide-react'
import { memo } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { type Favorite, listFavorites } from '#features/favorites/contract.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import { useSetFavorite } from '#features/favorites/web/use-favorites.ts'
import { listOwnRatings } from '#features/ratings/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { cornerClass, RestaurantCard } from '#features/restaurants/web/card/restaurant-card.tsx'
import { UnavailableNotice } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { RestaurantGrid } from '#features/restaurants/web/grid/restaurant-grid.tsx'
import { read } from '#kit/web/api/queries.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { LoadedCards } from './own-cards.tsx'
import { profileHref } from './profile-search.ts'

const removedText = 'Favorite removed'

export function FavoritesTab() {
  return (
    <LoadedCards
      query={read(listFavorites)}
      empty={
        <EmptyState
          title="No favorites yet"
          action={
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              Find restaurants
            </Link>
          }
        >
          Tap the heart on a restaurant, and it waits for you here.
        </EmptyState>
      }
    >
      {list => (
        <RestaurantGrid
          cards={list.map(favorite => ({
            restaurantId: favorite.restaurantId,
            restaurant: favorite.restaurant,
            draw: isNear =>
              favorite.restaurant ? (
                <FavoriteCard restaurant={favorite.restaurant} isNear={isNear} />
              ) : (
                <DeletedFavorite favorite={favorite} />
              ),
          }))}
        />
      )}
    </LoadedCards>
  )
}

const FavoriteCard = memo(({ restaurant, isNear }: { restaurant: Restaurant; isNear: boolean }) => {
  const campusName = useCampusName()
  const { data: own } = useQuery({
    ...read(listOwnRatings),
    select: ratings => ratings.find(rating => rating.restaurantId === restaurant.id)?.value ?? null,
  })
  return (
    <RestaurantCard
      restaurant={restaurant}
      campusName={campusName(restaurant.campusCode)}
      ownValue={own}
      isNear={isNear}
      level={2}
      href={profileHref({ restaurant: restaurant.id })}
      onOpen={() => urlParams.open({ restaurant: restaurant.id })}
      heart={<FavoriteHeart restaurant={restaurant} removedText={removedText} className={cornerClass} />}
    />
  )
})

function DeletedFavorite({ favorite }: { favorite: Favorite }) {
  const set = useSetFavorite(favorite.restaurantId, removedText)
  return (
    <article className={cardClass('grid h-full place-items-center')}>
      <UnavailableNotice
        level={2}
        action={
          <Button
            icon={<HeartOff aria-hidden="true" />}
            busy={set.isPending}
            onClick={() => set.mutate(false)}
          >
            Remove from favorites
          </Button>
        }
      />
    </article>
  )
}
