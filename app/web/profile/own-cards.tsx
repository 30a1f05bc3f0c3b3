import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardSkeleton } from '#features/restaurants/web/card/card-skeleton.tsx'
import { columnsClass } from '#features/restaurants/web/grid/whole-grid.tsx'
import type { ApiError } from '#kit/web/api/call.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { onPlainClick } from '#kit/web/router/link.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { type ProfileTab, profileHref } from './profile-search.ts'

interface LoadedCardsProps<Row> {
  query: UseQueryOptions<Row[], ApiError>
  /** Shown if there are none. */
  empty: ReactNode
  children: (list: Row[]) => ReactNode
}

/** A tab's cards, with placeholders while loading. */
export function LoadedCards<Row>({ query, empty, children }: LoadedCardsProps<Row>) {
  return (
    <Loaded
      queries={[query]}
      label="Loading"
      skeletonClass={columnsClass}
      skeleton={[1, 2, 3].map(card => <CardSkeleton key={card} />)}
    >
      {list => (list.length === 0 ? empty : children(list))}
    </Loaded>
  )
}

interface RestaurantLinkProps {
  restaurant: { id: number; name: string }
  tab: ProfileTab
  className: string
}

/** Opens the details above the tab; also works in a new window. */
export function RestaurantLink({ restaurant: { id, name }, tab, className }: RestaurantLinkProps) {
  return (
    <a
      href={profileHref({ tab, restaurant: id })}
      onClick={onPlainClick(() => urlParams.open({ restaurant: id }))}
      className={className}
    >
      {name}
    </a>
  )
}
