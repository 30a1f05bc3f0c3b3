import {
  averageKinds,
  ordersOf,
  type Sort,
  type SortOrder,
  sortOrders,
  sortTypes,
} from '#domain/restaurant-sort.ts'
import { type DialogSearch, parseDialogSearch } from '#web/kit/restaurant/dialog-search.ts'
import { parseId } from '#web/lib/search-params.ts'
import { type FilterSearch, parseFilterSearch } from './home-filters.ts'

/** What the address of the home page says: the list in sight and the dialogs above it. */
export type HomeSearch = DialogSearch &
  FilterSearch & {
    campus?: string
    q?: string
    /** The list is the default. */
    view?: 'map'
    sort?: Sort['type']
    order?: Sort['order']
    average?: Sort['average']
    /** From the home screen: 'Decide For Me' without a tap. */
    decide?: 'now'
    /** The restaurant that was picked. */
    pick?: number
  }

export const searchMaxLength = 200

/** Reads the address; what makes no sense is dropped, and a part of the sort without the part that it refines. */
export function parseHomeSearch(search: Record<string, unknown>): HomeSearch {
  const campus = parseText(search.campus, 60)
  const q = parseText(search.q, searchMaxLength)
  const pick = parseId(search.pick)
  return {
    ...(campus && { campus }),
    ...(q && { q }),
    ...(search.view === 'map' && { view: 'map' }),
    ...parseSort(search),
    ...parseFilterSearch(search),
    ...parseDialogSearch(search),
    ...(search.decide === 'now' && { decide: 'now' }),
    ...(pick && { pick }),
  }
}

export function sortOf({ sort, order, average }: HomeSearch): Sort {
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
