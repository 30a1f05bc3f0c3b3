import { clsx } from 'clsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'

const rows = Array.from({ length: 12 }, (_, row) => row)

interface ListSkeletonProps {
  label: string
  /** Whether what loads has cards below 1024 px instead of one frame. */
  cards?: boolean
}

/** The placeholder of a table while it loads. */
export function ListSkeleton({ label, cards = true }: ListSkeletonProps) {
  return (
    <div
      role="status"
      className={clsx(
        'flex animate-breathe flex-col overflow-hidden rounded-md border border-line bg-raised shadow-raised',
        cards && 'max-lg:gap-3 max-lg:rounded-none max-lg:border-0 max-lg:bg-transparent max-lg:shadow-none',
      )}
    >
      <span className="sr-only">{label}</span>
      <Skeleton shape="picture" className={clsx('h-12 shrink-0', cards && 'max-lg:hidden')} />
      {rows.map(row => (
        <div
          key={row}
          className={clsx(
            'flex min-h-12 items-center gap-6 border-line border-t px-4',
            cards && 'max-lg:rounded-lg max-lg:border max-lg:bg-raised max-lg:py-8',
          )}
        >
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
