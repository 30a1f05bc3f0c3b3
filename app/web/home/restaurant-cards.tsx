import { memo } from 'react'
import type { Campus } from '#features/campuses/contract.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import { GoingHere, StartHereText } from '#features/lunches/web/start/start-here.tsx'
import { mapHeight } from '#features/map/web/map-height.ts'
import type { OwnRatings } from '#features/ratings/web/ratings-of.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import {
  besideNameClass,
  cornerClass,
  lastLineClass,
  onPictureClass,
  RestaurantCard,
} from '#features/restaurants/web/card/restaurant-card.tsx'
import { preloadCardImages } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { RestaurantGrid } from '#features/restaurants/web/grid/restaurant-grid.tsx'
import type { ForYouPlace } from '#features/taste/contract.ts'
import { ForYouLine } from '#features/taste/web/for-you-line.tsx'
import type { ForYou } from '#features/taste/web/use-for-you.ts'
import { CardMenu } from '#features/visits/web/card-menu.tsx'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'

const imagesPreloaded = 6

/** Preloads the pictures of the cards that come first. */
export const preloadFirstImages = (restaurants: readonly Restaurant[] | undefined) =>
  preloadCardImages(restaurants?.slice(0, imagesPreloaded) ?? [])

// Loaded lazily: few users open the map, and only occasionally.
const HomeMap = lazyPart(async () => (await import('./lazy/home-map.tsx')).HomeMap, {
  Placeholder: () => <Skeleton shape="card" className={mapHeight} />,
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
      heart={<FavoriteHeart restaurant={restaurant} className={cornerClass} />}
      menu={<CardMenu restaurant={restaurant} isHidden={isHidden} className={besideNameClass} />}
      start={!restaurant.disabled && <StartHereText restaurant={restaurant} className={lastLineClass} />}
      going={<GoingHere restaurantId={restaurant.id} className={goingClass} frameClass={onPictureClass} />}
      note={forYou && <ForYouLine place={forYou} className="col-span-2 mb-2" />}
      onOpen={() => openDetails(restaurant.id)}
      {...rest}
    />
  )
})

// One row that scrolls sideways, so that several lunches don't cover the campus. With space for the focus's outline.
const goingClass = 'scroll-row -m-1.5 max-w-full overflow-x-auto p-1.5'

const openDetails = (id: number) => urlParams.open({ restaurant: id })

/** The URL of a restaurant's details, for opening in a new tab. */
function cardHref({ id, campusCode }: Restaurant): string {
  return `/?campus=${encodeURIComponent(campusCode)}&restaurant=${id}`
}
