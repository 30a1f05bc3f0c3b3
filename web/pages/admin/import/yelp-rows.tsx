import { clsx } from 'clsx'
import { BadgeCheck } from 'lucide-react'
import type { YelpRestaurant } from '#contract/yelp.ts'
import { formatDistance } from '#domain/distance.ts'
import { priceLabels } from '#domain/price.ts'
import { metersPerMile } from '#domain/units.ts'
import { cuisineLabel } from '#web/features/restaurant/field-labels.ts'
import { RestaurantPicture } from '#web/features/restaurant/restaurant-picture.tsx'
import type { Selection } from '#web/kit/selection.tsx'
import { Tick } from '#web/kit/selection.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardClass } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Choosing {
  selection: Selection<string>
  disabled: boolean
}

export function yelpColumns({
  free,
  selection,
  disabled,
}: Choosing & { free: readonly string[] }): Column<YelpRestaurant>[] {
  return [
    {
      key: 'select',
      header: free.length > 0 && (
        <Tick ids={free} label="Select all" selection={selection} disabled={disabled} />
      ),
      cell: restaurant => <Choice restaurant={restaurant} selection={selection} disabled={disabled} />,
      className: '!py-0 !pr-0 w-12',
    },
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
}

export function YelpCard({ restaurant, ...choosing }: Choosing & { restaurant: YelpRestaurant }) {
  const { price, alreadyImported } = restaurant
  return (
    <div className={cardClass(false, 'flex items-start gap-1 p-3')}>
      <Choice restaurant={restaurant} {...choosing} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Named restaurant={restaurant} />
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-sm">
          <PriceSigns price={price} />
          <span className="tabular-nums">{milesOf(restaurant)}</span>
          {alreadyImported && <Imported />}
        </p>
      </div>
    </div>
  )
}

/** What is there already can't be chosen; its place stays, so that the names stand in one line. */
function Choice({ restaurant, selection, disabled }: Choosing & { restaurant: YelpRestaurant }) {
  const { id, name, alreadyImported } = restaurant
  if (alreadyImported) return <span className="block size-11" />
  return <Tick ids={[id]} label={`Select ${name}`} selection={selection} disabled={disabled} />
}

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
        <span className="block font-normal text-muted text-sm leading-snug">{address || 'No address'}</span>
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

const milesOf = ({ distance }: YelpRestaurant) =>
  formatDistance(distance === null ? null : distance / metersPerMile)
