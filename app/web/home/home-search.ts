import { useMemo } from 'react'
import { type DialogSearch, parseDialogSearch } from '#app/web/frame/dialog-search.ts'
import {
  averageKinds,
  ordersOf,
  type Sort,
  type SortOrder,
  sortOrders,
  sortTypes,
} from '#features/restaurants/restaurant-sort.ts'
import { useSearch } from '#kit/web/router/router.ts'
import { parseId } from '#kit/web/router/search-params.ts'
import { type FilterSearch, parseFilterSearch } from './home-filters.ts'

/** The home page's URL parameters for the list. */
export type ListSearch = FilterSearch & {
  campus?: string
  q?: string
  /** Omitted: the list. */
  view?: 'map'
  sort?: Sort['type']
  order?: Sort['order']
  average?: Sort['average']
  /** Set by the shortcut on a device's home screen: runs 'Decide For Me' immediately. */
  decide?: 'now'
}

/** The list's parameters and those of the dialogs above it. */
export type HomeSearch = ListSearch &
  DialogSearch & {
    /** The restaurant that was picked. */
    pick?: number
  }

export const searchMaxLength = 200

/** Reads the URL's parameters and drops invalid ones, and parts of the sort order without the part they refine. */
export function parseHomeSearch(search: Record<string, unknown>): HomeSearch {
  const pick = parseId(search.pick)
  return { ...parseListSearch(search), ...parseDialogSearch(search), ...(pick && { pick }) }
}

/** Returns the same object while its content is the same, so that opening a dialog doesn't render the list again. */
export function useListSearch(): ListSearch {
  const text = JSON.stringify(parseListSearch(useSearch()))
  return useMemo(() => JSON.parse(text), [text])
}

function parseListSearch(search: Record<string, unknown>): ListSearch {
  const campus = parseText(search.campus, 60)
  const q = parseText(search.q, searchMaxLength)
  return {
    ...(campus && { campus }),
    ...(q && { q }),
    ...(search.view === 'map' && { view: 'map' }),
    ...parseSort(search),
    ...parseFilterSearch(search),
    ...(search.decide === 'now' && { decide: 'now' }),
  }
}

export function sortOf({ sort, order, average }: ListSearch): Sort {
  return { ...(sort && { type: sort }), ...(order && { order }), ...(average && { average }) }
}

function parseSort(search: Record<string, unknown>): Pick<HomeSearch, 'sort' | 'order' | 'average'> {
  const sort = sortTypes.find(type => type === search.sort)
  if (!sort) return {}
  const order: SortOrder | undefined = sortOrders.find(
    known => known === search.order && ordersOf(sort).includes(known),
  )
  const average = averageKinds.find(kind => kind === search.average)
  return { sort, ...(order && { order }), ...(order && sort === 'ratings' && average && { average }) }
}

function parseText(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined
}
