import type { Diet } from '#kit/rules/diets.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { onlyVisible } from '#kit/rules/texts/text.ts'
import type { OpeningTime } from './opening/opening-times.ts'
import type { Price } from './price.ts'

export const mineKinds = ['favorites', 'unrated', 'rated'] as const
export type MineKind = (typeof mineKinds)[number]

/** The filters of a list. A place must match every kind of filter, by any of its values. */
export type RestaurantFilters = {
  open?: boolean
  cuisine?: readonly string[]
  price?: readonly Price[]
  /** The maximum minutes of travel. Without a limit, places with unknown minutes match, too. */
  within?: number
  diet?: readonly Diet[]
  mine?: readonly MineKind[]
}

export type Filterable = {
  id: number
  cuisine: string | null
  price: string | null
  travelTime: number
  diets: readonly Diet[]
  openingTimes: readonly OpeningTime[] | null
}

/** What the filters need to know about the current time and user. */
export type FilterContext = {
  /** False if the opening times aren't known. */
  isOpen: (times: readonly OpeningTime[] | null) => boolean
  isFavorite: (id: number) => boolean
  isRated: (id: number) => boolean
}

/** Returns a predicate for places; an unknown value matches no filter. */
export function filterOf(filters: RestaurantFilters, context: FilterContext): (place: Filterable) => boolean {
  const { open, cuisine = [], price = [], within = Number.POSITIVE_INFINITY, diet = [], mine = [] } = filters
  const requested = new Set(cuisine.map(foldCuisine))
  const isMine: Record<MineKind, (id: number) => boolean> = {
    favorites: context.isFavorite,
    rated: context.isRated,
    unrated: id => !context.isRated(id),
  }
  return place =>
    (price.length === 0 || price.some(level => level === place.price)) &&
    (within === Number.POSITIVE_INFINITY || (place.travelTime > 0 && place.travelTime <= within)) &&
    (requested.size === 0 || cuisinesOf(place.cuisine).some(name => requested.has(name))) &&
    (diet.length === 0 || diet.some(name => place.diets.includes(name))) &&
    (mine.length === 0 || mine.some(kind => isMine[kind](place.id))) &&
    (!open || context.isOpen(place.openingTimes))
}

/** 'Pizza;Italian' and 'pizza, italian' are two cuisines each. */
export function cuisinesOf(text: string | null): string[] {
  if (text === null) return []
  return [...new Set(text.split(/[;,/]/).map(foldCuisine).filter(Boolean))]
}

const foldCuisine = (name: string) =>
  onlyVisible(name)
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

/** The cuisines of these places with how many have them, most frequent first. */
export function countCuisines(
  places: readonly { cuisine: string | null }[],
): { cuisine: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { cuisine } of places)
    for (const name of cuisinesOf(cuisine)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([cuisine, count]) => ({ cuisine, count }))
    .sort((a, b) => b.count - a.count || compareNames(a.cuisine, b.cuisine))
}
