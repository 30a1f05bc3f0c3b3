import { compareNames } from '#kit/rules/texts/names.ts'

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
  const ascending = order === 'low-to-high' || order === 'a-to-z'
  const sortValue = (r: R): number | null => {
    if (type === 'for-you') return averageOf(r, 'expected') ?? null
    if (type === 'price') return r.price?.length ?? null
    if (type === 'distance') return r.distance
    return averageOf(r, average ?? 'campus-average') ?? null
  }
  if (type === 'name') return restaurants.toSorted((a, b) => (ascending ? byName(a, b) : byName(b, a)))
  return restaurants
    .map(restaurant => ({ restaurant, value: sortValue(restaurant) }))
    .toSorted((a, b) => compareValues(a.value, b.value, ascending) || byName(a.restaurant, b.restaurant))
    .map(({ restaurant }) => restaurant)
}

const defaultSort: Sort = { type: 'ratings', order: 'high-to-low', average: 'campus-average' }

const byName = (a: Sortable, b: Sortable) => compareNames(a.name, b.name)

function compareValues(a: number | null, b: number | null, ascending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return ascending ? a - b : b - a
}
