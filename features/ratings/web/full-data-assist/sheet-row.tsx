import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import type { Ref } from 'react'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { starCount } from '#kit/rules/stars.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'

interface SheetRowProps {
  restaurant: Restaurant
  /** The saved stars; undefined: none. */
  present: number | undefined
  /** The stars that are set but not saved. */
  set: number | undefined
  /** undefined removes the unsaved stars. */
  onSet: (restaurantId: number, value: number | undefined) => void
  ref: Ref<HTMLLIElement>
  /** The row's index in the whole list. */
  index: number
  /** The position among the restaurants of the campus, from 1. */
  position: number
  siblings: number
}

export function SheetRow(props: SheetRowProps) {
  const { restaurant, present, set, onSet, ref, index, position, siblings } = props
  const { id, name, address, disabled } = restaurant
  return (
    <li
      ref={ref}
      data-index={index}
      aria-posinset={position}
      aria-setsize={siblings}
      className={clsx(
        'relative flex flex-wrap items-center gap-x-4 border-line border-x border-t px-4 py-2 sm:flex-nowrap',
        set === undefined ? 'bg-raised' : 'bg-saffron-tint',
        position === 1 && 'rounded-t-lg',
        position === siblings && 'rounded-b-lg border-b',
      )}
    >
      <div className="min-w-0 flex-1 max-sm:basis-full max-sm:pr-10">
        <p className="wrap-anywhere font-semibold">
          {name}
          {disabled && (
            <Badge tone="brick" className="ml-2 align-middle">
              Inactive
            </Badge>
          )}
        </p>
        <p className={clsx('text-sm leading-snug', set === undefined ? 'text-muted' : 'text-saffron-ink')}>
          {set === undefined ? address : before(present)}
        </p>
      </div>
      <StarInput
        label={sentence`Stars for ${name}, ${address}`}
        value={set ?? present ?? 0}
        onChange={value => onSet(id, value)}
        className="-ml-1.5 sm:shrink-0 max-sm:[&_output]:sr-only"
      />
      <span className="size-11 shrink-0 max-sm:absolute max-sm:top-1 max-sm:right-1">
        {set !== undefined && (
          <IconButton
            label={sentence`Undo the stars for ${name}, ${address}`}
            onClick={() => onSet(id, undefined)}
          >
            <Undo2 />
          </IconButton>
        )}
      </span>
    </li>
  )
}

const before = (present: number | undefined) =>
  present === undefined ? 'Not rated before' : `Before: ${starCount(present)}`
