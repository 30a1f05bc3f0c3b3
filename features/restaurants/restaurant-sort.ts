import { sortedBy } from '#kit/rules/sorted-by.ts'

export const sortTypes = ['for-you', 'ratings', 'price', 'distance', 'name'] as const
export type SortType = (typeof sortTypes)[number]

export const sortOrders = ['high-to-low', 'low-to-high', 'a-to-z', 'z-to-a'] as const
export type SortOrder = (typeof sortOrders)[number]

export const averageKinds = ['department-average', 'campus-average', 'personal-average'] as const
export type AverageKind = (typeof averageKinds)[number]

/** The three levels of the sort; it takes effect once it is complete. */
export type Sort = { type?: SortType; order?: SortOrder; average?: AverageKind }

export type Sortable = {
  name: string
  price: string | null
  distance: number | null
  avgRating: number | null
}

/** An average by its kind, or the stars that the user is expected to give; undefined or null if there is none. */
export type AverageOf<R> = (restaurant: R, kind: AverageKind | 'expected') => number | null | undefined

export function ordersOf(type: SortType): readonly SortOrder[] {
  if (type === 'for-you') return []
  return type === 'name' ? ['a-to-z', 'z-to-a'] : ['high-to-low', 'low-to-high']
}

export function isComplete(sort: Sort): boolean {
  if (sort.type === 'for-you') return true
  if (!sort.type || !sort.order || !ordersOf(sort.type).includes(sort.order)) return false
  return sort.type !== 'ratings' || sort.average !== undefined
}

/** A sorted copy. Restaurants without the value are last in either order; equal ones are sorted by name. */
export function sortRestaurants<R extends Sortable>(
  restaurants: readonly R[],
  sort: Sort,
  averageOf: AverageOf<R>,
): R[] {
  const { type, order, average }: Sort = isComplete(sort) ? sort : defaultSort
  const direction = order === 'low-to-high' || order === 'a-to-z' ? 'asc' : 'desc'
  const sortValue = (r: R): string | number | null => {
    if (type === 'name') return r.name
    if (type === 'for-you') return averageOf(r, 'expected') ?? null
    if (type === 'price') return r.price?.length ?? null
    if (type === 'distance') return r.distance
    return averageOf(r, average ?? 'campus-average') ?? null
  }
  const byName = sortedBy(restaurants, 'asc', r => r.name)
  return sortedBy(byName, direction, sortValue)
}

const defaultSort: Sort = { type: 'ratings', order: 'high-to-low', average: 'campus-average' }
