import { cardClass } from '#web/ui/card.tsx'
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'

/** A card on its way, as tall as the card will be. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true" className={cardClass(false, 'flex flex-col overflow-hidden')}>
      <Skeleton className="aspect-[2/1] rounded-none sm:aspect-[16/9]" />
      <div className="flex flex-col gap-2.5 p-4 pt-3.5">
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-7 w-2/5 rounded-full" />
        <SkeletonText lines={2} className="!gap-1.5 pt-1" />
      </div>
    </div>
  )
}
