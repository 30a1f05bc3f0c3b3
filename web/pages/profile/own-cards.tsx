import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { CardSkeleton } from '#web/features/restaurant/card-skeleton.tsx'
import { ErrorList } from '#web/pages/home/list-states.tsx'

const columns = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5'

/** What came of a query, or its skeleton, or why it didn't come. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data, ApiError>
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    return <ErrorList error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  return (
    <div role="status" className={columns}>
      <span className="sr-only">Loading restaurants</span>
      {[1, 2, 3].map(card => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}

export function CardList({ children }: { children: ReactNode }) {
  return <ul className={columns}>{children}</ul>
}
