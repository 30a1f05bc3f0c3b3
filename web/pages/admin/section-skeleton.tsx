import { ListSkeleton } from '#web/kit/list-skeleton.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Stands in for a section of Command Mode while it loads: its heading, where it will be, and a list. */
export function SectionSkeleton({ title }: { title: string }) {
  return (
    <div className="flex flex-col gap-4">
      {/* No heading yet: it would be announced, and focused, in vain. */}
      <p aria-hidden="true" className="font-semibold font-serif text-3xl leading-[1.15] tracking-[-0.012em]">
        {title}
      </p>
      <Skeleton className="h-11 !rounded-full" />
      <ListSkeleton label="Loading" />
    </div>
  )
}
