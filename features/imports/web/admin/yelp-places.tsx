import { clsx } from 'clsx'
import { BadgeCheck } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { priceLabels } from '#features/restaurants/price.ts'
import { AddressLines } from '#features/restaurants/web/address-lines.tsx'
import { RestaurantPicture } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { formatDistance } from '#kit/rules/distance.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { searchYelp, YelpRestaurant } from '../../yelp-contract.ts'
import { FoundPlaces } from './found-places.tsx'
import type { SearchArea } from './search-area-form.tsx'
import type { usePlaceImport } from './use-import-runs.ts'

interface YelpPlacesProps {
  found: Reply<typeof searchYelp>
  area: SearchArea
  write: ReturnType<typeof usePlaceImport>
}

/** The restaurants that a search found, to select from. */
export function YelpPlaces({ found, area, write }: YelpPlacesProps) {
  const { restaurants, total } = found
  const campusName = useCampusName()(area.campusCode)
  if (restaurants.length === 0) {
    return (
      <EmptyState title="Nothing found">
        No restaurants found within the selected radius. Try increasing the search radius or selecting a
        different campus.
      </EmptyState>
    )
  }
  return (
    <FoundPlaces
      places={restaurants}
      caption="Restaurants on Yelp"
      idOf={({ id }) => id}
      isHere={({ alreadyImported }) => alreadyImported}
      campusCode={area.campusCode}
      write={write}
      summary={free => (
        <>
          <p>
            <strong>{foundLabel(restaurants.length)}</strong> within {counted(area.miles, 'mile')} of{' '}
            {campusName}
            {total > restaurants.length && (
              <span className="block text-muted text-sm">
                The nearest of {total.toLocaleString('en-US')}; Yelp returns no more per search.
              </span>
            )}
          </p>
          {free === 0 && (
            <p className="flex items-center gap-2 text-muted">
              <BadgeCheck aria-hidden="true" className="size-5 shrink-0 text-olive-ink" />
              {campusName} already has all of them.
            </p>
          )}
        </>
      )}
      columns={columns}
      card={restaurant => (
        <>
          <Named restaurant={restaurant} />
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
            <PriceSigns price={restaurant.price} />
            <span className="tabular-nums">{milesOf(restaurant)}</span>
            {restaurant.alreadyImported && <Imported />}
          </p>
        </>
      )}
    />
  )
}

export const foundLabel = (count: number) => counted(count, 'restaurant found', 'restaurants found')

const columns: Column<YelpRestaurant>[] = [
  { key: 'name', header: 'Restaurant', cell: restaurant => <Named restaurant={restaurant} /> },
  { key: 'price', header: 'Price', cell: ({ price }) => <PriceSigns price={price} /> },
  { key: 'distance', header: 'Distance', align: 'right', cell: milesOf, className: 'whitespace-nowrap' },
  {
    key: 'status',
    header: <span className="sr-only">Status</span>,
    cell: ({ alreadyImported }) => alreadyImported && <Imported />,
    className: 'text-right whitespace-nowrap',
  },
]

function Named({ restaurant }: { restaurant: YelpRestaurant }) {
  const { name, address, cuisine, imageUrl, alreadyImported } = restaurant
  const picture = { name, cuisine, imageUrl, cardImageUrl: null, disabled: false }
  return (
    <span className="flex items-center gap-3.5">
      <span
        className={clsx(
          'h-14 w-20 shrink-0 overflow-hidden rounded-sm bg-sunken max-sm:h-12 max-sm:w-16',
          alreadyImported && 'opacity-60',
        )}
      >
        <RestaurantPicture restaurant={picture} size="full" />
      </span>
      <span className="wrap-anywhere min-w-0">
        <span className="font-semibold">{name}</span>
        <AddressLines address={address || 'No address'} />
        {cuisine && (
          <span className="block font-normal text-muted text-sm leading-snug">{cuisineLabel(cuisine)}</span>
        )}
      </span>
    </span>
  )
}

function PriceSigns({ price }: { price: YelpRestaurant['price'] }) {
  return price ? (
    <>
      <span aria-hidden="true">{price}</span>
      <span className="sr-only">{priceLabels[price]}</span>
    </>
  ) : (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Price unknown</span>
    </span>
  )
}

const Imported = () => (
  <Badge tone="olive" icon={<BadgeCheck aria-hidden="true" />}>
    Already imported
  </Badge>
)

function milesOf({ distance }: YelpRestaurant): string {
  return formatDistance(distance === null ? null : distance / metersPerMile)
}
