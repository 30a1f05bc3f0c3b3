import { clsx } from 'clsx'
import { CardSkeleton } from '#web/features/restaurants/card-skeleton.tsx'
import { columnsClass } from '#web/shared/restaurant/whole-grid.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** `isSmall`: once a campus is chosen, a small screen needs the space for its restaurants. */
export function HomeHeading({ isSmall }: { isSmall: boolean }) {
  return <h1 className={clsx(isSmall && 'max-md:text-lg')}>Find Restaurants Near:</h1>
}

export function ChooserSkeleton() {
  return (
    <div role="status" className="mt-2 flex animate-breathe gap-2 overflow-hidden md:mt-4">
      <span className="sr-only">Loading campuses</span>
      {[1, 2, 3, 4, 5, 6, 7, 8].map(button => (
        <Skeleton key={button} className="h-11 w-32 shrink-0 !rounded-full" />
      ))}
    </div>
  )
}

/** Placeholders for today's lunches, the heading, search and sort order, filters, and the list. */
export function CampusSkeleton() {
  return (
    <div className="mt-4 animate-breathe md:mt-8">
      <Skeleton className="mb-6 h-11 !rounded-full md:mb-10" />
      <Skeleton className="mt-1 mb-2.5 h-6 w-52 md:mb-5 md:h-8" />
      <Skeleton className="mb-4 h-11 !rounded-full md:mb-5" />
      <Skeleton className="mb-5 h-11 !rounded-full" />
      <LoadingList />
    </div>
  )
}

export function LoadingList() {
  return (
    <div className={`${columnsClass} animate-breathe`}>
      {[1, 2, 3, 4, 5, 6].map(card => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}
