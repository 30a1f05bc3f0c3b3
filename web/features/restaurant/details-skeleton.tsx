import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx'

export function DetailsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6 pt-12 md:pt-2">
      <span className="sr-only">Loading</span>
      <Skeleton className="aspect-[16/9]" />
      <Skeleton className="h-8 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
      <SkeletonText lines={4} />
      <SkeletonText lines={3} />
    </div>
  )
}
