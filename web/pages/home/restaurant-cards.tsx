import { clsx } from 'clsx'
import { memo } from 'react'
import type { Campus } from '#contract/campuses.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import type { ForYouPlace } from '#contract/taste.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { mapHeight } from '#web/features/map/map-height.ts'
import type { OwnRatings } from '#web/features/ratings/ratings-of.ts'
import { cornerClass, RestaurantCard } from '#web/features/restaurants/restaurant-card.tsx'
import { preloadCardImages } from '#web/features/restaurants/restaurant-picture.tsx'
import { ForYouLine } from '#web/features/taste/for-you-line.tsx'
import type { ForYou } from '#web/features/taste/use-for-you.ts'
import { CardMenu } from '#web/features/visits/card-menu.tsx'
import { urlParams } from '#web/lib/search-params.ts'
import { GoingHere, StartHereIcon } from '#web/shared/lunches/start-here.tsx'
import { RestaurantGrid } from '#web/shared/restaurant/restaurant-grid.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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
  const cards = restaurants.map((restaurant, index) => ({
    restaurantId: restaurant.id,
    restaurant,
    draw: (isNear: boolean) => (
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
      />
    ),
  }))
  return <RestaurantGrid cards={cards} among={among} target={highlighted} />
}

interface HomeCardProps {
  restaurant: Restaurant
  campusName: string
  ownValue: number | null | undefined
  forYou: ForYouPlace | undefined
  isHidden: boolean
  isNear: boolean
  urgent: boolean
  highlighted: boolean
}

/** Memoized, so that only changed cards render again. */
const HomeCard = memo(({ restaurant, forYou, isHidden, ...rest }: HomeCardProps) => {
  return (
    <RestaurantCard
      restaurant={restaurant}
      href={cardHref(restaurant)}
      heart={
        <>
          <FavoriteHeart restaurant={restaurant} className={cornerClass} />
          <StartHereIcon restaurant={restaurant} className="!absolute top-14 right-2 z-10" />
          <CardMenu restaurant={restaurant} isHidden={isHidden} className="!absolute top-2 right-14 z-10" />
        </>
      }
      going={<GoingHere restaurantId={restaurant.id} className={goingClass} />}
      note={forYou && <ForYouLine place={forYou} className="col-span-2 mb-2" />}
      onOpen={() => openDetails(restaurant.id)}
      {...rest}
    />
  )
})

// One row that scrolls sideways, so that several lunches don't cover the campus. With space for the focus's outline.
const goingClass = 'scroll-row -m-1.5 max-w-[calc(100%-var(--spacing)*13)] overflow-x-auto p-1.5'

const openDetails = (id: number) => urlParams.open({ restaurant: id })

/** The URL of a restaurant's details, for opening in a new tab. */
function cardHref({ id, campusCode }: Restaurant): string {
  return `/?campus=${encodeURIComponent(campusCode)}&restaurant=${id}`
}
