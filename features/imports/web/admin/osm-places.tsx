import { BadgeCheck } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { AddressLines } from '#features/restaurants/web/address-lines.tsx'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import { formatDistance } from '#kit/rules/distance.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import type { OsmPlace } from '../../osm-contract.ts'
import { FoundPlaces } from './found-places.tsx'
import type { usePlaceImport } from './use-import-runs.ts'

interface OsmPlacesProps {
  places: readonly OsmPlace[]
  campusCode: string
  write: ReturnType<typeof usePlaceImport>
}

/** The places that OpenStreetMap knows, to select from. */
export function OsmPlaces({ places, ...choosing }: OsmPlacesProps) {
  const campusName = useCampusName()(choosing.campusCode)
  if (places.length === 0) {
    return (
      <EmptyState title="Nothing found">
        OpenStreetMap knows no restaurants within this radius. Try a larger one.
      </EmptyState>
    )
  }
  return (
    <FoundPlaces
      {...choosing}
      places={places}
      caption="Restaurants on OpenStreetMap"
      idOf={({ osmId }) => osmId}
      isHere={({ restaurantId }) => restaurantId !== null}
      summary={free => (
        <p>
          <strong>{counted(places.length, 'restaurant found', 'restaurants found')}</strong>,{' '}
          {free === 0
            ? `and ${campusName} already has all of them`
            : `${free.toLocaleString('en-US')} of them new to ${campusName}`}
        </p>
      )}
      columns={columns}
      card={place => (
        <>
          <Named place={place} />
          <p className="text-muted text-sm">
            {[formatDistance(place.distance), place.hours].filter(Boolean).join(' · ')}
          </p>
        </>
      )}
    />
  )
}

const columns: Column<OsmPlace>[] = [
  { key: 'name', header: 'Restaurant', cell: place => <Named place={place} /> },
  { key: 'hours', header: 'Hours', cell: ({ hours }) => hours, className: 'text-sm' },
  {
    key: 'distance',
    header: 'Distance',
    align: 'right',
    cell: ({ distance }) => formatDistance(distance),
    className: 'whitespace-nowrap',
  },
]

function Named({ place: { name, address, cuisine, restaurantId } }: { place: OsmPlace }) {
  return (
    <span className="wrap-anywhere block min-w-0">
      <span className="font-semibold">{name}</span>{' '}
      {restaurantId !== null && (
        <Badge tone="olive" icon={<BadgeCheck aria-hidden="true" />}>
          Already here
        </Badge>
      )}
      <AddressLines address={address} />
      {cuisine && (
        <span className="block font-normal text-muted text-sm leading-snug">{cuisineLabel(cuisine)}</span>
      )}
    </span>
  )
}
