import { clsx } from 'clsx'
import type { Campus } from '#contract/campuses.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { mapHeight } from '#web/features/map/map-height.ts'
import type { OwnRatings } from '#web/features/ratings/ratings-of.ts'
import { preloadCardImages } from '#web/features/restaurants/restaurant-picture.tsx'
import type { ForYou } from '#web/features/taste/use-for-you.ts'
import { openDialog } from '#web/shared/dialog-search.ts'
import { RestaurantGrid } from '#web/shared/restaurant/restaurant-grid.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { cardHref, HomeCard } from './home-card.tsx'

const imagesPreloaded = 6

/** Preloads the pictures of the cards that come first. */
export const preloadFirstImages = (restaurants: readonly Restaurant[] | undefined) =>
  preloadCardImages(restaurants?.slice(0, imagesPreloaded) ?? [])

// Loaded lazily: few users open the map, and only occasionally.
const HomeMap = lazyPart(async () => (await import('./lazy/home-map.tsx')).HomeMap, {
  Placeholder: () => <Skeleton className={clsx(mapHeight, '!rounded-lg')} />,
  errorTitle: 'The map couldn’t be loaded',
})

interface RestaurantCardsProps {
  campus: Campus
  restaurants: readonly Restaurant[]
  /** All restaurants of the campus, among which branches are told apart. */
  among: readonly Restaurant[]
  forYou: ForYou
  ownRatings: OwnRatings
  asMap: boolean
  onShowList: () => void
  highlighted: number | undefined
}

/** The shown restaurants, as cards or on the map. */
export function RestaurantCards({
  campus,
  restaurants,
  among,
  forYou,
  ownRatings,
  asMap,
  onShowList,
  highlighted,
}: RestaurantCardsProps) {
  const openDetails = (id: number) => openDialog({ restaurant: id })
  if (asMap)
    return (
      <HomeMap
        campus={campus}
        restaurants={restaurants}
        cardHref={cardHref}
        onOpen={openDetails}
        onShowList={onShowList}
      />
    )
  const draw = (restaurant: Restaurant, index: number, isNear: boolean) => (
    <HomeCard
      restaurant={restaurant}
      campusName={campus.name}
      forYou={forYou.placeOf(restaurant.id)}
      isHidden={forYou.isHidden(restaurant.id)}
      ownValue={
        ownRatings.of(restaurant.id)?.value ?? (ownRatings.isKnown || ownRatings.error ? null : undefined)
      }
      isNear={isNear}
      urgent={index < imagesPreloaded}
      highlighted={restaurant.id === highlighted}
      onOpen={openDetails}
    />
  )
  const cards = restaurants.map((restaurant, index) => ({
    restaurantId: restaurant.id,
    restaurant,
    draw: (isNear: boolean) => draw(restaurant, index, isNear),
  }))
  return <RestaurantGrid cards={cards} among={among} target={highlighted} />
}
