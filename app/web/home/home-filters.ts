import { prices } from '#features/restaurants/price.ts'
import {
  cuisinesOf,
  type MineKind,
  mineKinds,
  type RestaurantFilters,
} from '#features/restaurants/restaurant-filters.ts'
import { type Diet, diets } from '#kit/rules/diets.ts'
import { type Part, param, type Values } from '#kit/web/router/params.ts'

const someDiets = param.someOf(diets)

/** How the address holds the filters. */
export const filterParams = {
  open: param.flag,
  cuisine: (text: string) => cuisinesOf(text.slice(0, 500)).slice(0, 20),
  price: param.someOf(prices),
  within: param.whole(1, 600),
  /** Absent: the diets of the viewer's profile; `any`: none. */
  diet: (text: string): Diet[] | undefined => (text === 'any' ? [] : someDiets(text)),
  mine: param.someOf(mineKinds),
}
export type FilterSearch = Values<typeof filterParams>

export const minuteChoices = [5, 10, 15, 20, 30] as const

/** The filters to apply. If the address has no diets, those of the viewer's profile apply. */
export const filtersOf = (search: FilterSearch, ownDiets: readonly Diet[]): Required<RestaurantFilters> => ({
  ...noFilters,
  diet: ownDiets,
  ...search,
})

/** These filters for the address; those without effect leave it. */
export function toFilterSearch(filters: Required<RestaurantFilters>, ownDiets: readonly Diet[]): Part {
  const diet = String(filters.diet)
  return {
    ...filters,
    within: Number.isFinite(filters.within) ? filters.within : undefined,
    diet: diet === String(ownDiets) ? undefined : diet || 'any',
  }
}

export const noFilters: Required<RestaurantFilters> = {
  open: false,
  cuisine: [],
  price: [],
  within: Number.POSITIVE_INFINITY,
  diet: [],
  mine: [],
}

export const mineLabels: Record<MineKind, string> = {
  favorites: 'My favorites',
  unrated: 'Not rated by me',
  rated: 'Rated by me',
}

/** The chosen filters in words: 'open now', 'pizza or thai', 'within 10 min'. */
export function describeFilters(filters: Required<RestaurantFilters>): string[] {
  const anyOf = (names: readonly string[]) => (names.length > 0 ? [names.join(' or ')] : [])
  return [
    ...(filters.open ? ['open now'] : []),
    ...anyOf(filters.cuisine),
    ...anyOf(filters.price),
    ...(Number.isFinite(filters.within) ? [`within ${filters.within} min`] : []),
    ...anyOf(filters.diet),
    ...anyOf(filters.mine.map(kind => mineLabels[kind].toLowerCase())),
  ]
}
