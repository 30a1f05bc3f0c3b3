import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { CardSkeleton } from '#web/features/restaurant/card-skeleton.tsx'
import { isPlainClick } from '#web/features/restaurant/restaurant-card.tsx'
import { openDialog } from '#web/kit/restaurant/dialog-search.ts'
import { columnsClass, ErrorList } from '#web/kit/whole-grid.tsx'
import { type ProfileTab, profileHref } from './profile-search.ts'

/** The result of a query, its skeleton, or its error. */
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
    <div role="status" className={columnsClass}>
      <span className="sr-only">Loading restaurants</span>
      {[1, 2, 3].map(card => (
        <CardSkeleton key={card} />
      ))}
    </div>
  )
}

export function CardList({ children }: { children: ReactNode }) {
  return <ul className={columnsClass}>{children}</ul>
}

interface RestaurantLinkProps {
  restaurant: { id: number; name: string }
  tab: ProfileTab
  className: string
}

/** Opens the details over the tab; in a new window it leads to the same. */
export function RestaurantLink({ restaurant: { id, name }, tab, className }: RestaurantLinkProps) {
  return (
    <a
      href={profileHref({ tab, restaurant: id })}
      onClick={event => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        openDialog({ restaurant: id })
      }}
      className={className}
    >
      {name}
    </a>
  )
}
