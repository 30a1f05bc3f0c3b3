import type { ComponentProps } from 'react'
import { CardSkeleton } from '#web/features/restaurants/card-skeleton.tsx'
import { onPlainClick } from '#web/lib/plain-click.ts'
import { openDialog } from '#web/shared/dialog-search.ts'
import { columnsClass } from '#web/shared/restaurant/whole-grid.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { type ProfileTab, profileHref } from './profile-search.ts'

/** A tab's cards, with placeholders while loading. */
export function LoadedCards<Data>(props: Pick<ComponentProps<typeof Loaded<Data>>, 'query' | 'children'>) {
  return (
    <Loaded
      label="Loading"
      skeletonClass={columnsClass}
      skeleton={[1, 2, 3].map(card => <CardSkeleton key={card} />)}
      {...props}
    />
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
      onClick={onPlainClick(() => openDialog({ restaurant: id }))}
      className={className}
    >
      {name}
    </a>
  )
}
