import { BadgeCheck } from 'lucide-react'
import type { OsmPlace } from '#contract/osm.ts'
import { formatDistance } from '#domain/distance.ts'
import { cuisineLabel } from '#web/features/restaurant/field-labels.ts'
import { type Selection, Tick, useSelection } from '#web/kit/selection.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardClass } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { foundLabel } from './use-yelp-search.ts'
import { YelpImportBar } from './yelp-import-bar.tsx'

interface OsmPlacesProps {
  places: readonly OsmPlace[]
  campusName: string
  progress: { done: number; total: number } | undefined
  onImport: (osmIds: string[]) => void
}

/** What OpenStreetMap knows, to choose from. */
export function OsmPlaces({ places, campusName, progress, onImport }: OsmPlacesProps) {
  const selection = useSelection<string>()
  const free = places.filter(({ restaurantId }) => restaurantId === null).map(({ osmId }) => osmId)
  const chosen = free.filter(id => selection.ids.has(id))
  const disabled = progress !== undefined
  if (places.length === 0) {
    return (
      <EmptyState title="Nothing found">
        OpenStreetMap knows no restaurants within this radius. Try a larger one.
      </EmptyState>
    )
  }
  return (
    <section aria-label="Search results" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          <strong>{foundLabel(places.length)}</strong>,{' '}
          {free.length === 0
            ? `and ${campusName} has all of them already`
            : `${free.length.toLocaleString('en-US')} of them new to ${campusName}`}
        </p>
        {free.length > 0 && (
          <span className="md:hidden">
            <Tick ids={free} label="Select all" showLabel selection={selection} disabled={disabled} />
          </span>
        )}
      </div>
      <Table
        caption="Restaurants on OpenStreetMap"
        rows={places}
        rowKey={({ osmId }) => osmId}
        rowHeader="name"
        className="max-h-[max(20rem,calc(100dvh-17rem))]"
        isSelected={({ osmId }) => selection.ids.has(osmId)}
        columns={[
          {
            key: 'select',
            header: free.length > 0 && (
              <Tick ids={free} label="Select all" selection={selection} disabled={disabled} />
            ),
            cell: place => <Choice place={place} selection={selection} disabled={disabled} />,
            className: '!py-0 !pr-0 w-12',
          },
          { key: 'name', header: 'Restaurant', cell: place => <Named place={place} /> },
          { key: 'hours', header: 'Hours', cell: ({ hours }) => hours, className: 'text-sm max-lg:hidden' },
          {
            key: 'distance',
            header: 'Distance',
            align: 'right',
            cell: ({ distance }) => formatDistance(distance),
            className: 'whitespace-nowrap',
          },
        ]}
        card={place => (
          <div className={cardClass(false, 'flex items-start gap-1 p-3')}>
            <Choice place={place} selection={selection} disabled={disabled} />
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Named place={place} />
              <p className="text-muted text-sm">
                {[formatDistance(place.distance), place.hours].filter(Boolean).join(' · ')}
              </p>
            </div>
          </div>
        )}
      />
      {free.length > 0 && (
        <YelpImportBar
          count={chosen.length}
          campusName={campusName}
          progress={progress}
          onImport={() => {
            onImport(chosen)
            selection.clear()
          }}
          onClear={selection.clear}
        />
      )}
    </section>
  )
}

interface ChoiceProps {
  place: OsmPlace
  selection: Selection<string>
  disabled: boolean
}

/** What is there already can't be chosen; its place stays, so that the names stand in one line. */
function Choice({ place, selection, disabled }: ChoiceProps) {
  if (place.restaurantId !== null) return <span className="block size-11" />
  return <Tick ids={[place.osmId]} label={`Select ${place.name}`} selection={selection} disabled={disabled} />
}

function Named({ place: { name, address, cuisine, restaurantId } }: { place: OsmPlace }) {
  return (
    <span className="wrap-anywhere block min-w-0">
      <span className="font-semibold">{name}</span>{' '}
      {restaurantId !== null && (
        <Badge tone="olive" icon={<BadgeCheck aria-hidden="true" />}>
          Already here
        </Badge>
      )}
      <span className="block font-normal text-muted text-sm leading-snug">{address}</span>
      {cuisine && (
        <span className="block font-normal text-muted text-sm leading-snug">{cuisineLabel(cuisine)}</span>
      )}
    </span>
  )
}
