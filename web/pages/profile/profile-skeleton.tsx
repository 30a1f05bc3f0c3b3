import { clsx } from 'clsx'
import { CardSkeleton } from '#web/features/restaurants/card-skeleton.tsx'
import { columnsClass } from '#web/shared/restaurant/whole-grid.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholders for the header, the tabs, and the cards of one tab. */
export function ProfileSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="h-60 !rounded-lg sm:h-42" />
      <Skeleton className="mt-4 h-17 sm:mt-7 sm:h-12" />
      <div className={clsx(columnsClass, 'pt-5')}>
        {[1, 2, 3].map(card => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}
