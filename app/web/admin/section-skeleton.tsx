import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'

/** Placeholder for a section of Command Mode while it loads: its heading and a list. */
export function SectionSkeleton({ title }: { title: string }) {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      {/* Not a heading element: it would be announced and focused, only to be replaced. */}
      <p
        aria-hidden="true"
        className="flex min-h-11 items-center font-semibold font-serif text-2xl leading-[1.15] tracking-[-0.012em] md:text-3xl"
      >
        {title}
      </p>
      <Skeleton shape="pill" className="h-11" />
      <ListSkeleton label="Loading" />
    </div>
  )
}
