import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type AverageKind,
  averageKinds,
  ordersOf,
  type Sort,
  type SortOrder,
  type SortType,
  sortTypes,
} from '#features/restaurants/restaurant-sort.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'

interface SortControlsProps {
  sort: Sort
  /** How many more ratings 'For You' needs; undefined while loading. */
  needed: number | undefined
  onChange: (sort: Sort) => void
}

/** Three levels, each shown once the previous one is chosen. */
export function SortControls({ sort, needed, onChange }: SortControlsProps) {
  const { type, order, average } = sort
  return (
    // On phones the first select stays beside the search box, and the further ones get rows of their own.
    <fieldset className="contents gap-2 *:min-w-0 sm:flex max-[22rem]:[&_select]:!pr-8 max-[22rem]:[&_select]:!pl-3 [&_select]:rounded-full">
      <legend className="sr-only">Sorting</legend>
      <Select
        aria-label="Sort by"
        value={type ?? ''}
        onChange={event => onChange(event.target.value ? { type: event.target.value as SortType } : {})}
        // The order as long as nothing else is chosen.
        empty="Top rated"
        options={sortTypes.map(value => [value, typeLabels[value]])}
      />
      {type && ordersOf(type).length > 0 && (
        <Select
          aria-label="Order"
          className={clsx('max-sm:basis-[calc(100%-8.5rem)]', !order && highlightClass)}
          value={order ?? ''}
          onChange={event =>
            onChange(event.target.value ? { ...sort, order: event.target.value as SortOrder } : { type })
          }
          empty="Choose order"
          options={ordersOf(type).map(value => [value, orderLabels[value]])}
        />
      )}
      {type && (
        <Button
          variant="quiet"
          icon={<X />}
          className="max-sm:flex-1 sm:order-last md:hidden"
          onClick={() => onChange({})}
        >
          Clear
        </Button>
      )}
      {type === 'for-you' && needed !== undefined && needed > 0 && (
        <p className="flex basis-full flex-wrap items-center gap-x-3 text-sm sm:order-last">
          Rate {needed} more {needed === 1 ? 'place' : 'places'} to get yours.
          <Link
            to="/profile"
            search={{ tab: 'unrated' }}
            className="inline-flex min-h-11 items-center font-semibold"
          >
            Rate places
          </Link>
        </p>
      )}
      {type === 'ratings' && order && (
        <Select
          aria-label="Average"
          className={clsx('max-sm:basis-full', !average && highlightClass)}
          value={average ?? ''}
          onChange={event =>
            onChange({
              type,
              order,
              ...(event.target.value && { average: event.target.value as AverageKind }),
            })
          }
          empty="Choose average"
          options={averageKinds.map(value => [value, averageLabels[value]])}
        />
      )}
    </fieldset>
  )
}

/** Highlights a select that still needs a choice. */
const highlightClass = '[&_select]:border-terracotta [&_select]:text-terracotta-ink'

const typeLabels: Record<SortType, string> = {
  'for-you': 'For You',
  ratings: 'Ratings',
  price: 'Price',
  distance: 'Distance',
  name: 'Name',
}

const orderLabels: Record<SortOrder, string> = {
  'high-to-low': 'High to Low',
  'low-to-high': 'Low to High',
  'a-to-z': 'A to Z',
  'z-to-a': 'Z to A',
}

const averageLabels: Record<AverageKind, string> = {
  'department-average': 'Department Average',
  'campus-average': 'Campus Average',
  'personal-average': 'Personal Average',
}
