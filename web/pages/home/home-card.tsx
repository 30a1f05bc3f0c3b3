import { memo } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import type { ForYouPlace } from '#contract/taste.ts'
import { FavoriteHeart } from '#web/features/favorites/favorite-heart.tsx'
import { cornerClass, RestaurantCard } from '#web/features/restaurants/restaurant-card.tsx'
import { ForYouLine } from '#web/features/taste/for-you-line.tsx'
import { CardMenu } from '#web/features/visits/card-menu.tsx'
import { GoingHere, StartHereIcon } from '#web/shared/lunches/start-here.tsx'

interface HomeCardProps {
  restaurant: Restaurant
  campusName: string
  ownValue: number | null | undefined
  forYou: ForYouPlace | undefined
  isHidden: boolean
  isNear: boolean
  urgent: boolean
  highlighted: boolean
  onOpen: (restaurantId: number) => void
}

/** Memoized, so that only changed cards render again. */
export const HomeCard = memo(({ restaurant, forYou, isHidden, onOpen, ...rest }: HomeCardProps) => {
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
      onOpen={() => onOpen(restaurant.id)}
      {...rest}
    />
  )
})

// One row that scrolls sideways, so that several lunches don't cover the campus. With space for the focus's outline.
const goingClass = 'scroll-row -m-1.5 max-w-[calc(100%-var(--spacing)*13)] overflow-x-auto p-1.5'

/** The URL of a restaurant's details, for opening in a new tab. */
export function cardHref({ id, campusCode }: Restaurant): string {
  return `/?campus=${encodeURIComponent(campusCode)}&restaurant=${id}`
}
