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
} from '#domain/restaurant-sort.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/input.tsx'

interface SortControlsProps {
  sort: Sort
  onChange: (sort: Sort) => void
}

/** Three levels, each offered once the one before it is chosen. */
export function SortControls({ sort, onChange }: SortControlsProps) {
  const { type, order, average } = sort
  return (
    <fieldset
      className={clsx(
        'flex flex-wrap gap-2 *:min-w-0',
        type && 'max-sm:basis-full max-sm:*:flex-1 max-sm:*:basis-[8rem]',
      )}
    >
      <legend className="sr-only">Sorting</legend>
      <Select
        aria-label="Sort by"
        value={type ?? ''}
        onChange={event => onChange(event.target.value ? { type: event.target.value as SortType } : {})}
      >
        <option value="">Sort by</option>
        {sortTypes.map(value => (
          <option key={value} value={value}>
            {typeLabels[value]}
          </option>
        ))}
      </Select>
      {type && (
        <Select
          aria-label="Order"
          value={order ?? ''}
          onChange={event =>
            onChange(event.target.value ? { ...sort, order: event.target.value as SortOrder } : { type })
          }
        >
          <option value="">Order</option>
          {ordersOf(type).map(value => (
            <option key={value} value={value}>
              {orderLabels[value]}
            </option>
          ))}
        </Select>
      )}
      {type === 'ratings' && order && (
        <Select
          aria-label="Average"
          value={average ?? ''}
          onChange={event =>
            onChange({
              type,
              order,
              ...(event.target.value && { average: event.target.value as AverageKind }),
            })
          }
        >
          <option value="">Average</option>
          {averageKinds.map(value => (
            <option key={value} value={value}>
              {averageLabels[value]}
            </option>
          ))}
        </Select>
      )}
      {type && (
        <Button variant="quiet" icon={<X />} className="!flex-none md:hidden" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}

const typeLabels: Record<SortType, string> = {
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
