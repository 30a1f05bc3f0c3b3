import { useQuery } from '@tanstack/react-query'
import { HeartOff } from 'lucide-react'
import { memo } from 'react'
import { type Favorite, listFavorites } from '#features/favorites/contract.ts'
import { useSetFavorite } from '#features/favorites/web/use-favorites.ts'
import { listOwnRatings } from '#features/ratings/contract.ts'
import { UnavailableNotice } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { read } from '#kit/web/api/queries.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { CardTab, OwnCard } from './own-cards.tsx'

const removedText = 'Favorite removed'

export function FavoritesTab() {
  return (
    <CardTab
      query={read(listFavorites)}
      empty={{
        title: 'No favorites yet',
        children: 'Tap the heart on a restaurant, and it waits for you here.',
        action: (
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            Find restaurants
          </Link>
        ),
      }}
      card={(favorite, isNear) => <FavoriteCard favorite={favorite} isNear={isNear} />}
    />
  )
}

const FavoriteCard = memo(({ favorite, isNear }: { favorite: Favorite; isNear: boolean }) => {
  const { restaurantId, restaurant } = favorite
  const set = useSetFavorite(restaurantId, removedText)
  const { data: own } = useQuery({
    ...read(listOwnRatings),
    select: ratings => ratings.find(rating => rating.restaurantId === restaurantId)?.value ?? null,
  })
  if (restaurant)
    return <OwnCard restaurant={restaurant} ownValue={own} isNear={isNear} removedText={removedText} />
  return (
    <article className={cardClass('grid h-full place-items-center')}>
      <UnavailableNotice
        level={2}
        action={
          <Button icon={<HeartOff />} busy={set.isPending} onClick={() => set.mutate(false)}>
            Remove from favorites
          </Button>
        }
      />
    </article>
  )
})
