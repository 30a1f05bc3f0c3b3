import type { Campus } from '#features/campuses/contract.ts'
import { useBackground } from '#features/map/web/map-background.tsx'
import { OsmCredit, osmCredit } from '#features/map/web/osm-credit.tsx'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { AverageLine } from '#features/restaurants/web/average-line.tsx'
import { CampusNames } from '#features/restaurants/web/campus-names.tsx'
import { Essentials } from '#features/restaurants/web/card/card-details.tsx'
import { RestaurantsMap } from '#features/restaurants/web/map/restaurants-map.tsx'
import { OpenNow } from '#features/restaurants/web/open-now.tsx'

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
