import type { Campus } from '#contract/campuses.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { RestaurantsMap } from '#web/features/map/restaurants-map.tsx'
import { AverageLine } from '#web/features/restaurant/average-line.tsx'
import { Essentials } from '#web/features/restaurant/card-facts.tsx'
import { cardHref } from './home-card.tsx'

interface HomeMapProps {
  campus: Campus
  restaurants: readonly Restaurant[]
  onOpen: (restaurantId: number) => void
  onShowList: () => void
}

/** What the list shows, on a map. */
export function HomeMap({ onOpen, ...rest }: HomeMapProps) {
  return (
    <RestaurantsMap
      href={cardHref}
      onOpen={({ id }) => onOpen(id)}
      facts={restaurant => (
        <>
          <AverageLine restaurant={restaurant} />
          {/* The card is narrow, and the details say the rest. */}
          <Essentials restaurant={{ ...restaurant, cuisine: null }} />
        </>
      )}
      {...rest}
    />
  )
}
