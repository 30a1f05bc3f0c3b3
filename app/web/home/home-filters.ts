import { type Price, prices } from '#features/restaurants/price.ts'
import {
  cuisinesOf,
  type MineKind,
  mineKinds,
  type RestaurantFilters,
} from '#features/restaurants/restaurant-filters.ts'
import { type Diet, diets } from '#kit/rules/diets.ts'

/** The filters as in the URL; several values of one kind are separated by commas. */
export type FilterSearch = {
  open?: '1'
  cuisine?: string
  price?: string
  within?: string
  /** Omitted: the diets of the viewer's profile; `any`: none. */
  diet?: string
  mine?: string
}

/** All parameters; undefined removes one from the URL. */
export type FilterPart = { [name in keyof Required<FilterSearch>]: FilterSearch[name] | undefined }

export const minuteChoices = [5, 10, 15, 20, 30] as const
const anyDiet = 'any'

/** Reads the URL's parameters and drops invalid ones. */
export function parseFilterSearch(search: Record<string, unknown>): FilterSearch {
  const within = Number(search.within)
  return given({
    open: String(search.open ?? '') === '1' ? '1' : undefined,
    cuisine: cuisinesOf(textOf(search.cuisine)).slice(0, 20).join(',') || undefined,
    price: known(prices, search.price),
    within: Number.isInteger(within) && within >= 1 && within <= 600 ? String(within) : undefined,
    diet: search.diet === anyDiet ? anyDiet : known(diets, search.diet),
    mine: known(mineKinds, search.mine),
  })
}

/** The filters to apply. If the URL has no diets, those of the viewer's profile apply. */
export function filtersOf(search: FilterSearch, ownDiets: readonly Diet[]): Required<RestaurantFilters> {
  const list = (text: string | undefined) => text?.split(',') ?? []
  const diet = search.diet === anyDiet ? [] : search.diet === undefined ? ownDiets : list(search.diet)
  return {
    open: search.open === '1',
    cuisine: list(search.cuisine),
    price: list(search.price) as Price[],
    within: search.within === undefined ? Number.POSITIVE_INFINITY : Number(search.within),
    diet: diet as Diet[],
    mine: list(search.mine) as MineKind[],
  }
}

/** The URL parameters for these filters. */
export function toFilterSearch(filters: Required<RestaurantFilters>, ownDiets: readonly Diet[]): FilterPart {
  const diet = filters.diet.join(',')
  return {
    open: filters.open ? '1' : undefined,
    cuisine: filters.cuisine.join(',') || undefined,
    price: filters.price.join(',') || undefined,
    within: Number.isFinite(filters.within) ? String(filters.within) : undefined,
    diet: diet === ownDiets.join(',') ? undefined : diet || anyDiet,
    mine: filters.mine.join(',') || undefined,
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

/** The filters as parameters for the random pick endpoint. */
export function filterParams(filters: Required<RestaurantFilters>): FilterSearch {
  return given({ ...toFilterSearch(filters, []), diet: filters.diet.join(',') || undefined })
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

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : null)

function known(names: readonly string[], value: unknown): string | undefined {
  const requested = textOf(value)?.split(',') ?? []
  return names.filter(name => requested.includes(name)).join(',') || undefined
}

function given(search: FilterPart): FilterSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
