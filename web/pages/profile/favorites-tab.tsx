import { useQuery } from '@tanstack/react-query'
import { HeartOff } from 'lucide-react'
import { memo } from 'react'
import { type Favorite, listFavorites } from '#contract/favorites.ts'
import { listOwnRatings } from '#contract/ratings.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { read } from '#web/api/queries.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { useSetFavorite } from '#web/features/favorites/use-favorites.ts'
import { cornerClass, RestaurantCard } from '#web/features/restaurants/restaurant-card.tsx'
import { UnavailableNotice } from '#web/features/restaurants/restaurant-missing.tsx'
import { Link } from '#web/lib/router/link.tsx'
import { urlParams } from '#web/lib/search-params.ts'
import { RestaurantGrid } from '#web/shared/restaurant/restaurant-grid.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadedCards } from './own-cards.tsx'
import { profileHref } from './profile-search.ts'

const removedText = 'Favorite removed'

export function FavoritesTab() {
  const favorites = useQuery(read(listFavorites))
  return (
    <LoadedCards
      query={favorites}
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
            onClick={() => set.mutate({ requested: false })}
          >
            Remove from favorites
          </Button>
        }
      />
    </article>
  )
}
