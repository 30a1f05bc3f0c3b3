import type { Campus } from '#features/campuses/contract.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { groupBy } from '#kit/rules/group-by.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { matchesSearch } from '#kit/rules/texts/search.ts'
import type { Rating } from '../../contract.ts'

/** The stars of each restaurant, by restaurant id. */
export type Stars = ReadonlyMap<number, number>

export const starsOf = (ratings: readonly Rating[]): Stars =>
  new Map(ratings.map(({ restaurantId, value }) => [restaurantId, value]))

/** Sets a restaurant's stars. Drops the entry if it equals the saved value. */
export function withStars(
  edits: Stars,
  saved: Stars,
  restaurantId: number,
  value: number | undefined,
): Stars {
  const after = new Map(edits)
  if (value === undefined || value === saved.get(restaurantId)) after.delete(restaurantId)
  else after.set(restaurantId, value)
  return after
}

/** What to save: stars that differ from the saved ones, for restaurants that still exist. */
export function unsavedRatings(edits: Stars, saved: Stars, restaurants: readonly Restaurant[]) {
  return restaurants.flatMap(({ id }) => {
    const value = edits.get(id)
    return value === undefined || value === saved.get(id) ? [] : [{ restaurantId: id, value }]
  })
}

export interface Group {
  campus: { code: string; name: string }
  restaurants: Restaurant[]
}

/** The restaurants to show, grouped in the order of the campuses and sorted by name. */
export function groupByCampus(
  restaurants: readonly Restaurant[],
  campuses: readonly Campus[],
  { text, campusCode }: { text: string; campusCode: string },
): Group[] {
  const found = groupBy(
    restaurants.filter(restaurant => matchesSearch(restaurant, text)),
    restaurant => restaurant.campusCode,
  )
  return campuses
    .filter(({ code }) => (campusCode === '' || code === campusCode) && found.has(code))
    .map(campus => ({
      campus,
      restaurants: (found.get(campus.code) ?? []).toSorted((a, b) => compareNames(a.name, b.name)),
    }))
}
