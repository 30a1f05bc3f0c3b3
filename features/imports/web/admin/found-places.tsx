import { clsx } from 'clsx'
import { BadgeCheck, Download } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { AddressLines } from '#features/restaurants/web/address-lines.tsx'
import { RestaurantPicture } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { cuisineLabel } from '#features/restaurants/web/field-labels.ts'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { formatDistance } from '#kit/rules/distance.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { Table } from '#kit/web/list/table.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { ActionBar } from '#kit/web/section/action-bar.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import type { PlaceWrite } from './import-job.ts'
import type { FoundPlace, PlaceSource } from './place-source.tsx'
import type { SearchArea } from './search-area-form.tsx'

interface FoundPlacesProps<E extends Endpoint> {
  source: PlaceSource<E>
  found: Reply<E>
  area: SearchArea
  write: PlaceWrite
}

/** The places that a search found, to select and import. */
export function FoundPlaces<E extends Endpoint>({ source, found, area, write }: FoundPlacesProps<E>) {
  const { selection, isBusy: disabled } = write
  const { name: origin, texts, detail } = source
  const campusName = useCampusName()(area.campusCode)
  const places = source.placesIn(found)
  if (places.length === 0) return <EmptyState title="Nothing found">{texts.nothing}</EmptyState>
  const total = source.totalIn?.(found) ?? places.length
  const free = places.filter(({ isHere }) => !isHere).map(({ id }) => id)
  const chosen = free.filter(id => selection.ids.has(id))
  const names = distinctNames(places.map(({ name, address }, id) => ({ id, name, address })))
  const nameOf = new Map(places.map(({ id }, index) => [id, names.get(index) ?? '']))
  const here = (
    <Badge tone="olive" icon={<BadgeCheck />}>
      {texts.isHere}
    </Badge>
  )
  return (
    <section aria-label="Search results" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p>
          <strong>{counted(places.length, 'restaurant found', 'restaurants found')}</strong> within{' '}
          {counted(area.miles, 'mile')} of {campusName}
          {!source.totalIn && free.length > 0 && `, ${free.length.toLocaleString('en-US')} of them new`}
          {total > places.length && (
            <span className="block text-muted text-sm">
              The nearest of {total.toLocaleString('en-US')}; {origin} returns no more per search.
            </span>
          )}
        </p>
        {free.length === 0 && (
          <p className="flex items-center gap-2 text-muted">
            <BadgeCheck className="size-5 shrink-0 text-olive-ink" />
            {campusName} already has all of them.
          </p>
        )}
      </div>
      <Table
        caption={`Restaurants on ${origin}`}
        rows={places}
        rowKey={({ id }) => id}
        // Low enough that the bar below stays visible.
        className="max-h-[max(20rem,calc(100dvh-17rem))]"
        selecting={{
          selection,
          nameOf: ({ id }) => nameOf.get(id) ?? '',
          all: 'Select all',
          isFree: ({ isHere }) => !isHere,
          disabled,
        }}
        columns={[
          {
            key: 'name',
            header: 'Restaurant',
            cell: place => <Named place={place} />,
            // Three lines.
            className: 'lg:pointer-fine:py-2',
          },
          { key: 'detail', cell: place => place.detail, card: 'beside', ...detail },
          {
            key: 'distance',
            header: 'Distance',
            align: 'right',
            cell: ({ miles }) => formatDistance(miles),
            card: 'beside',
            className: 'whitespace-nowrap max-lg:text-muted',
          },
          {
            key: 'status',
            header: <span className="sr-only">Status</span>,
            cell: ({ isHere }) => isHere && here,
            card: 'beside',
            className: 'lg:text-right whitespace-nowrap',
          },
        ]}
      />
      {free.length > 0 && <ImportBar campusCode={area.campusCode} write={write} chosen={chosen} />}
    </section>
  )
}

function Named({ place: { name, address, cuisine, imageUrl, isHere } }: { place: FoundPlace }) {
  return (
    <span className="flex items-center gap-3.5">
      {imageUrl !== undefined && (
        <span
          className={clsx(
            'h-14 w-20 shrink-0 overflow-hidden rounded-sm bg-sunken max-sm:h-12 max-sm:w-16',
            isHere && 'opacity-60',
          )}
        >
          <RestaurantPicture
            restaurant={{ name, cuisine, imageUrl, cardImageUrl: null, disabled: false }}
            size="full"
          />
        </span>
      )}
      <span className="wrap-anywhere min-w-0">
        <span className="font-semibold">{name}</span>
        <AddressLines address={address} />
        {cuisine && (
          <span className="block font-normal text-muted text-sm leading-snug">{cuisineLabel(cuisine)}</span>
        )}
      </span>
    </span>
  )
}

interface ImportBarProps {
  chosen: string[]
  campusCode: string
  write: PlaceWrite
}

/** The number of selected places, and the import button. */
function ImportBar({ chosen, campusCode, write }: ImportBarProps) {
  const campusName = useCampusName()(campusCode)
  const { selection, run, isBusy, start } = write
  if (isBusy) {
    const { done = 0, count = chosen.length } = run ?? {}
    const passed = done > 0 ? ` ${counted(done, 'is', 'are')} looked up.` : ''
    return (
      <ActionBar>
        <div className="flex-1 pr-1">
          <Progress label={`Importing ${counted(count, 'restaurant')}…${passed}`} />
        </div>
      </ActionBar>
    )
  }
  const count = chosen.length
  const confirm = () =>
    count === 0 ? toast({ title: 'No restaurants selected', variant: 'warning' }) : start(campusCode, chosen)
  return (
    <ActionBar>
      <p role="status" className="min-w-0 flex-1 font-semibold tabular-nums max-sm:basis-full">
        {count === 0 ? (
          <span className="font-normal text-muted">Select what {campusName} is missing</span>
        ) : (
          `${count.toLocaleString('en-US')} selected`
        )}
      </p>
      {count > 0 && (
        <Button variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      )}
      <Button variant="primary" icon={<Download />} onClick={confirm} className="max-sm:flex-1">
        {count === 0 ? 'Import' : `Import ${counted(count, 'restaurant')}`}
      </Button>
    </ActionBar>
  )
}
