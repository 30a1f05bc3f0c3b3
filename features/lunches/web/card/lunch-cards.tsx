import type { ReactNode, RefObject } from 'react'
import type { Lunch } from '../../contract.ts'
import { LunchCard } from './lunch-card.tsx'
import { PlacePicture } from './place-picture.tsx'
import { useNewLunchInSight } from './use-new-lunch-in-sight.ts'

interface LunchCardsProps {
  /** The row that scrolls. */
  row: RefObject<HTMLUListElement | null>
  className: string
  lunches: readonly Lunch[]
  /** Cards that come before those of lunches. */
  before: ReactNode
  onOpen: (lunchId: number) => void
}

/** One card per lunch, side by side; several scroll sideways. */
export function LunchCards({ row, className, lunches, before, onOpen }: LunchCardsProps) {
  useNewLunchInSight(row, lunches)
  return (
    <ul role="list" ref={row} className={className}>
      {before}
      {lunches.map(lunch => (
        <li
          key={lunch.id}
          data-lunch={lunch.id}
          className="w-[min(21rem,calc(100vw-var(--spacing)*14))] shrink-0 snap-start max-sm:first:last:w-full lg:w-[max(19rem,calc((100%-1.5rem)/3))]"
        >
          <LunchCard
            lunch={lunch}
            onOpen={() => onOpen(lunch.id)}
            picture={option => <PlacePicture place={option} />}
          />
        </li>
      ))}
    </ul>
  )
}
