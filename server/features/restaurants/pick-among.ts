import { randomInt } from 'node:crypto'
import type { Query } from '#contract/endpoint.ts'
import type { pickRestaurant } from '#contract/restaurants.ts'
import { openClock } from '#domain/open-state.ts'
import type { OpeningTime } from '#domain/opening-times.ts'
import { filterOf } from '#domain/restaurant-filters.ts'
import { matchesSearch } from '#domain/search.ts'
import { listFavoriteRows } from '#server/data/favorites-store.ts'
import { listRatingsOf } from '#server/data/ratings-store.ts'
import { withLists } from '#server/database/list-columns.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'

type Candidate = { id: number; name: string; address: string; disabled: boolean }
type Wanted = Query<typeof pickRestaurant>

/**
 * One of the enabled restaurants that match the search and the filters and aren't excluded, each equally likely; undefined
 * without any.
 */
export function pickAmong<R extends Candidate>(
  restaurants: R[],
  { search = '', exclude = [] }: Pick<Wanted, 'search' | 'exclude'>,
  matches: (restaurant: R) => boolean = () => true,
): R | undefined {
  const excluded = new Set(exclude)
  const eligible = restaurants.filter(
    restaurant =>
      !restaurant.disabled &&
      !excluded.has(restaurant.id) &&
      matchesSearch(restaurant, search) &&
      matches(restaurant),
  )
  return eligible.length > 0 ? eligible[randomInt(eligible.length)] : undefined
}

/** A test of rows by these filters, for one viewer and at this moment. */
export async function filterFor(
  { db, now, config }: Deps,
  filters: Wanted,
  viewerId: number,
): Promise<(row: RestaurantRow) => boolean> {
  const { mine = [] } = filters
  const favorites = mine.includes('favorites') ? await listFavoriteRows(db, viewerId) : []
  const ratings = mine.some(kind => kind !== 'favorites') ? await listRatingsOf(db, viewerId) : []
  const favoriteIds = new Set(favorites.map(({ restaurantId }) => restaurantId))
  const ratedIds = new Set(ratings.map(({ restaurantId }) => restaurantId))
  const stateOf = openClock(now(), config.timeZone)
  const matches = filterOf(filters, {
    isOpen: (times: readonly OpeningTime[] | null) => ['open', 'closing'].includes(stateOf(times).state),
    isFavorite: id => favoriteIds.has(id),
    isRated: id => ratedIds.has(id),
  })
  return row => matches(withLists(row))
}
