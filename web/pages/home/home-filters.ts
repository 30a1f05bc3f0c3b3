import { type Diet, diets } from '#domain/diets.ts'
import { type Price, prices } from '#domain/price.ts'
import { cuisinesOf, type MineKind, mineKinds, type RestaurantFilters } from '#domain/restaurant-filters.ts'

/** The filters as the address holds them: several of one kind are separated by commas. */
export type FilterSearch = {
  open?: '1'
  cuisine?: string
  price?: string
  within?: string
  /** Left out, the diets of one's profile; `any` for none. */
  diet?: string
  mine?: string
}

/** Every part of it, also those that are to leave the address. */
export type FilterPart = { [name in keyof Required<FilterSearch>]: FilterSearch[name] | undefined }

export const minuteChoices = [5, 10, 15, 20, 30] as const
const anyDiet = 'any'

/** Reads the address; what makes no sense is dropped. */
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

/** What the list is narrowed to, with the diets of one's profile where the address says nothing of diets. */
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

/** The address of these filters. */
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

/** The filters as the random call takes them. */
export function filterParams(filters: Required<RestaurantFilters>): FilterSearch {
  return given({ ...toFilterSearch(filters, []), diet: filters.diet.join(',') || undefined })
}

export const mineLabels: Record<MineKind, string> = {
  favorites: 'My favorites',
  unrated: 'Not rated by me',
  rated: 'Rated by me',
}

/** What is chosen, in words: 'open now', 'pizza or thai', 'within 10 min'. */
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
  const wanted = textOf(value)?.split(',') ?? []
  return names.filter(name => wanted.includes(name)).join(',') || undefined
}

function given(search: FilterPart): FilterSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
