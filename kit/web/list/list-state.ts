import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { searchFor } from '#kit/rules/texts/search.ts'
import type { ApiError } from '#kit/web/api/call.ts'
import { type RowOf, readPage } from '#kit/web/api/queries.ts'
import { param, readParams, type Search } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { pageSize, queryOfPage } from './list-page.ts'
import type { Sort } from './table.tsx'

/** What an administration list shows, and functions that change it. */
export interface ListState<Row, Key extends string> {
  /** undefined until they are known. */
  rows: readonly Row[] | undefined
  /** All rows that the browser has, regardless of the search. */
  loadedRows: readonly Row[]
  total: number
  error: ApiError | null
  retry: () => void
  isFetching: boolean
  /** The rows are still those of the previous page or search. */
  isStale: boolean
  /** The search in the address. */
  q: string
  search: (q: string) => void
  sort: Sort<Key> | undefined
  onSort: (sort: Sort<Key>) => void
  page: number
  goTo: (page: number) => void
  /** Whether a search or a filter is active. */
  isFiltered: boolean
  /** How many filters are active, the search not counted. */
  filterCount: number
  showAll: () => void
  /** The active search and filters as query parameters, for exports. */
  query: () => Search
}

interface ListOptions<Key extends string> {
  sortKeys?: readonly Key[]
  /** The order, unless the address names another. */
  sort?: Sort<Key>
  /** Filters: query parameters of the endpoint that have the same names in the address. */
  filters?: readonly string[]
  /** Query parameters that the section itself sets. They don't count as narrowing the list. */
  fixedParams?: Record<string, string>
  /** Refetches the list whenever it is shown, since many other actions change it. */
  alwaysFresh?: boolean
}

/** The part of a list's state that is kept in the address, and functions that change it. */
function useListParams<Key extends string>(sortKeys: readonly Key[], filters: readonly string[]) {
  const filter = useParams(filterParams(filters))
  const { sort: key, order, page = 1 } = useParams({ sort: param.oneOf(sortKeys), ...pageParams })
  return {
    q: filter.q ?? '',
    filter: asQuery(filter),
    sort: key && { key, descending: order !== undefined },
    page,
    search: (q: string) => urlParams.refine({ q: q || undefined, page: undefined }),
    onSort: ({ key, descending }: Sort<Key>) =>
      urlParams.refine({ sort: key, order: descending ? 'desc' : undefined, page: undefined }),
    goTo: (page: number) => {
      urlParams.refine({ page: page > 1 ? page : undefined })
      window.scrollTo({ top: 0 })
    },
    showAll: () =>
      urlParams.refine({
        q: undefined,
        page: undefined,
        ...Object.fromEntries(filters.map(name => [name, undefined])),
      }),
  }
}

const pageParams = { order: param.oneOf(['desc']), page: param.whole(1, Number.MAX_SAFE_INTEGER) }

const filterParams = (filters: readonly string[]) =>
  Object.fromEntries(['q', ...filters].map(name => [name, param.text(200)]))

/** The search and the filters, as query parameters. */
const asQuery = ({ q, ...filter }: Search): Search => ({ ...(q && { search: q.trim() }), ...filter })

/** A list that the server searches, sorts and pages, as the address says. */
export function useList<E extends Endpoint, Key extends string = never>(
  endpoint: E,
  {
    sortKeys = [],
    sort: defaultSort,
    filters = [],
    fixedParams = {},
    alwaysFresh = false,
  }: ListOptions<Key> = {},
): ListState<RowOf<E>, Key> {
  const { filter, ...address } = useListParams(sortKeys, filters)
  const sort = address.sort ?? defaultSort
  const input = {
    query: {
      ...filter,
      ...fixedParams,
      ...queryOfPage(address.page, sort),
    },
  } as unknown as CallInput<E>
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...readPage(endpoint, input),
    placeholderData: keepPreviousData,
    ...(alwaysFresh && { staleTime: 0 }),
  })
  return {
    ...address,
    sort,
    rows: data?.rows,
    loadedRows: data?.rows ?? [],
    total: data?.total ?? 0,
    error: data ? null : error,
    retry: () => void refetch(),
    isFetching,
    isStale: isPlaceholderData,
    isFiltered: Object.keys(filter).length > 0,
    filterCount: Object.keys(filter).filter(name => name !== 'search').length,
    query: () => asQuery(readParams(filterParams(filters), urlParams.current())),
  }
}

interface LocalListOptions<Row, Key extends string> {
  /** The searched text of a row. */
  textOf: (row: Row) => string
  /** How to sort by each column; unsorted, the rows keep their own order. */
  orders: Record<Key, (a: Row, b: Row) => number>
}

interface LocalQuery<Row> {
  data: readonly Row[] | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => unknown
}

/** A short list, loaded as a whole; searched, sorted and paged in the browser as the address says. */
export function useLocalList<Row, Key extends string>(
  { data, error, refetch, isFetching }: LocalQuery<Row>,
  { textOf: searched, orders }: LocalListOptions<Row, Key>,
): ListState<Row, Key> {
  const { filter: _, ...address } = useListParams(Object.keys(orders) as Key[], [])
  const { q, sort, page } = address
  const matches = searchFor(q)
  const found = data?.filter(row => matches(searched(row)))
  const sorted = sort ? found?.toSorted((a, b) => orders[sort.key](a, b) * (sort.descending ? -1 : 1)) : found
  return {
    ...address,
    rows: sorted?.slice((page - 1) * pageSize, page * pageSize),
    loadedRows: data ?? [],
    total: sorted?.length ?? 0,
    error: data ? null : error,
    retry: () => void refetch(),
    isFetching,
    isStale: false,
    isFiltered: q.trim() !== '',
    filterCount: 0,
    query: () => ({}),
  }
}
