import type { Campus } from '#contract/campuses.ts'
import type { Restaurant } from '#contract/restaurants.ts'
import { useBackground } from '#web/features/map/map-background.tsx'
import { RestaurantsMap } from '#web/features/map/restaurants-map.tsx'
import { AverageLine } from '#web/features/restaurants/average-line.tsx'
import { Essentials } from '#web/features/restaurants/card-details.tsx'
import { OpenNow } from '#web/features/restaurants/open-now.tsx'
import { CampusNames } from '#web/shared/restaurant/campus-names.tsx'
import { OsmCredit, osmCredit } from '#web/ui/osm-credit.tsx'

interface HomeMapProps {
  campus: Campus
  restaurants: readonly Restaurant[]
  cardHref: (restaurant: Restaurant) => string
  onOpen: (restaurantId: number) => void
  onShowList: () => void
}

/** The list's restaurants on a map. */
export function HomeMap({ cardHref, onOpen, ...rest }: HomeMapProps) {
  const { credit } = useBackground()
  return (
    <CampusNames campusCode={rest.campus.code}>
      <RestaurantsMap
        href={cardHref}
        onOpen={({ id }) => onOpen(id)}
        details={restaurant => (
          <>
            <AverageLine restaurant={restaurant} />
            {/* The card is too narrow for all details; the details have the rest. */}
            <OpenNow openingTimes={restaurant.openingTimes} className="text-[0.9375rem]" />
            <Essentials restaurant={{ ...restaurant, cuisine: null }} />
          </>
        )}
        {...rest}
      />
      {/* Not if the map already has the same credit. */}
      {!credit.some(({ text }) => text.includes(osmCredit)) && (
        <OsmCredit of={rest.restaurants} className="mt-2" />
      )}
    </CampusNames>
  )
}
