import type { Lunch } from '#contract/lunches.ts'
import { LunchCard } from '#web/features/lunches/lunch-card.tsx'
import { PlacePicture } from './place-picture.tsx'

interface LunchCardsProps {
  lunches: readonly Lunch[]
  onOpen: (lunchId: number) => void
}

/** One card per lunch; several scroll sideways. */
export function LunchCards({ lunches, onOpen }: LunchCardsProps) {
  return (
    <ul className="relative -mx-(--gutter) flex snap-x gap-3 overflow-x-auto overscroll-x-contain scroll-px-(--gutter) px-(--gutter) pt-1 pb-3 print:flex-wrap print:overflow-visible">
      {lunches.map(lunch => (
        <li
          key={lunch.id}
          className="w-[min(21rem,calc(100vw-3rem))] shrink-0 snap-start first:last:w-full sm:first:last:w-[24rem]"
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
