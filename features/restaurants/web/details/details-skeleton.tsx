import { Skeleton, SkeletonText } from '#kit/web/loading/skeleton.tsx'

/** Placeholder for the title, one line high. */
export function NameSkeleton() {
  return (
    <>
      <span className="sr-only">Loading the restaurant</span>
      <Skeleton className="h-[1.15em] w-3/5" />
    </>
  )
}

/** Placeholder for the picture, with the same class as the picture's box. */
export function PictureSkeleton() {
  return <Skeleton shape="picture" className={`set-table ${pictureClass}`} />
}

export const pictureClass =
  'aspect-[16/9] max-md:max-h-[45dvh] max-md:w-full md:aspect-[4/3] print:aspect-auto print:h-56'

export function DetailsSkeleton() {
  return (
    <div role="status" className="flex animate-breathe flex-col gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
      <SkeletonText lines={4} />
      <SkeletonText lines={3} />
    </div>
  )
}
