import { Skeleton, SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { pictureShape } from './card-shape.ts'

/** Placeholder for a card while it loads, at the same height. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true" className={cardClass('flex animate-breathe flex-col overflow-hidden')}>
      <Skeleton shape="picture" className={`set-table ${pictureShape}`} />
      <div className="flex flex-col gap-2.5 p-4 pt-3.5">
        <Skeleton className="h-5.5 w-3/5" />
        <div className="flex justify-between">
          <Skeleton className="h-9 w-1/2" />
          <Skeleton className="h-9 w-17" />
        </div>
        <Skeleton className="h-5 w-2/5" />
        <SkeletonText lines={2} className="!gap-1.5 pt-0.5" />
      </div>
    </div>
  )
}
