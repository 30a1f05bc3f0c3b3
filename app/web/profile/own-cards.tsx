import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { FavoriteHeart } from '#features/favorites/web/favorite-heart.tsx'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { CardSkeleton } from '#features/restaurants/web/card/card-skeleton.tsx'
import { cornerClass, RestaurantCard } from '#features/restaurants/web/card/restaurant-card.tsx'
import { RestaurantGrid } from '#features/restaurants/web/grid/restaurant-grid.tsx'
import { columnsClass } from '#features/restaurants/web/grid/whole-grid.tsx'
import type { ApiError } from '#kit/web/api/call.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { onPlainClick } from '#kit/web/router/link.tsx'
import type { Part } from '#kit/web/router/params.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { type ProfileTab, profileHref } from './profile-search.ts'

interface ListTabProps<Row> {
  query: UseQueryOptions<Row[], ApiError>
  /** Shown if there are none. */
  empty: ComponentProps<typeof EmptyState>
  children: (list: Row[]) => ReactNode
}

/** A tab's list, with cards as placeholders while loading. */
export function ListTab<Row>({ query, empty, children }: ListTabProps<Row>) {
  return (
    <Loaded
      queries={[query]}
      label="Loading"
      skeletonClass={columnsClass}
      skeleton={[1, 2, 3].map(card => <CardSkeleton key={card} />)}
    >
      {list => (list.length === 0 ? <EmptyState {...empty} /> : children(list))}
    </Loaded>
  )
}

type Listed = Restaurant | { restaurantId: number; restaurant: Restaurant | null }

interface CardTabProps<Row> extends Omit<ListTabProps<Row>, 'children'> {
  /** Draws a row by a `memo` component, as the grid demands. */
  card: (row: Row, isNear: boolean) => ReactNode
}

/** A tab of restaurants, or of what is about one each. */
export function CardTab<Row extends Listed>({ card, ...rest }: CardTabProps<Row>) {
  return (
    <ListTab {...rest}>
      {list => (
        <RestaurantGrid
          cards={list.map(row => ({
            ...placeOf(row),
            draw: isNear => card(row, isNear),
          }))}
        />
      )}
    </ListTab>
  )
}

const placeOf = (row: Listed) => ('restaurantId' in row ? row : { restaurantId: row.id, restaurant: row })

interface OwnCardProps
  extends Pick<ComponentProps<typeof RestaurantCard>, 'restaurant' | 'ownValue' | 'isNear'> {
  /** What its address says of the tab. */
  tab?: Part & { tab: ProfileTab }
  /** The dialog that a click opens. */
  opens?: 'restaurant' | 'rate'
  /** The toast after removing a favorite. */
  removedText?: string
  /** Below the details: the button that rates. */
  children?: ReactNode
}

/** A card of one of these tabs. */
export function OwnCard({ tab, opens = 'restaurant', removedText, children, ...rest }: OwnCardProps) {
  const { restaurant } = rest
  const campusName = useCampusName()
  const opened = { [opens]: restaurant.id }
  return (
    <RestaurantCard
      {...rest}
      campusName={campusName(restaurant.campusCode)}
      level={2}
      href={profileHref({ ...tab, ...opened })}
      onOpen={() => urlParams.open(opened)}
      heart={<FavoriteHeart restaurant={restaurant} removedText={removedText} className={cornerClass} />}
      rateButton={children}
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
      onClick={onPlainClick(() => urlParams.open({ restaurant: id }))}
      className={className}
    >
      {name}
    </a>
  )
}
