import { Skeleton } from '#web/ui/skeleton.tsx'

const rows = Array.from({ length: 12 }, (_, row) => row)

/** The placeholder of a table while it loads. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="flex animate-breathe flex-col overflow-hidden max-lg:gap-3 lg:rounded-md lg:border lg:border-line lg:bg-raised lg:shadow-raised"
    >
      <span className="sr-only">{label}</span>
      <Skeleton className="h-12 shrink-0 !rounded-none max-lg:hidden" />
      {rows.map(row => (
        <div
          key={row}
          className="flex items-center gap-6 border-line px-4 py-4 max-lg:rounded-lg max-lg:border max-lg:bg-raised max-lg:py-8 lg:border-t"
        >
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
