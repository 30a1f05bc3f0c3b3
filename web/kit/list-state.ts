import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { foldName } from '#domain/fold-name.ts'
import type { ApiError } from '#web/api/call.ts'
import { type RowOf, readPage } from '#web/api/queries.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import type { Sort } from '#web/ui/table.tsx'

export const pageSize = 50

/** What a list of the administration shows, and how it is changed. */
export interface ListState<Row, Key extends string> {
  /** undefined until they are known. */
  rows: readonly Row[] | undefined
  total: number
  error: ApiError | null
  retry: () => void
  isFetching: boolean
  /** Still those of the page or search before. */
  areOld: boolean
  /** What is looked for, as the address has it. */
  q: string
  search: (q: string) => void
  sort: Sort<Key> | undefined
  onSort: (sort: Sort<Key>) => void
  page: number
  goTo: (page: number) => void
  /** Whether a search or a filter hides a part of it. */
  isNarrowed: boolean
  showAll: () => void
  /** The search and filters in effect, as the call takes them: for exports. */
  query: Record<string, string>
}

interface ListOptions<Key extends string> {
  sortKeys?: readonly Key[]
  /** The order without another one in the address. */
  sort?: Sort<Key>
  /** Names of query parameters that the address may hold under the same name. */
  filters?: readonly string[]
  /** Asked for anew whenever it comes into sight, since much else changes it. */
  alwaysFresh?: boolean
}

/** A list that the server searches, sorts and cuts into pages, as the address says. */
export function useList<E extends Endpoint, Key extends string = never>(
  row: E,
  { sortKeys = [], sort: usual, filters = [], alwaysFresh = false }: ListOptions<Key> = {},
): ListState<RowOf<E>, Key> {
  const { search: address, refine } = useSearchParams()
  const q = text(address.q)
  const page = Math.max(1, Math.floor(Number(address.page)) || 1)
  const key = sortKeys.find(known => known === address.sort)
  const sort = key ? { key, descending: address.order === 'desc' } : usual
  const narrowing = Object.fromEntries(filters.map(name => [name, text(address[name])]))
  const query = Object.fromEntries(
    Object.entries({ search: q.trim(), ...narrowing }).filter(([, value]) => value !== ''),
  )

  const input = {
    query: {
      ...query,
      ...(sort && { sort: sort.key, order: sort.descending ? 'desc' : 'asc' }),
      limit: String(pageSize),
      offset: String((page - 1) * pageSize),
    },
  } as unknown as CallInput<E>
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...readPage(row, input),
    placeholderData: keepPreviousData,
    ...(alwaysFresh && { staleTime: 0 }),
  })

  return {
    rows: data?.rows,
    total: data?.total ?? 0,
    error: data ? null : error,
    retry: () => void refetch(),
    isFetching,
    areOld: isPlaceholderData,
    q,
    search: next => refine({ q: next || undefined, page: undefined }),
    sort,
    onSort: next => refine({ sort: next.key, order: next.descending ? 'desc' : undefined, page: undefined }),
    page,
    goTo: next => {
      refine({ page: next > 1 ? next : undefined })
      window.scrollTo({ top: 0 })
    },
    isNarrowed: Object.keys(query).length > 0,
    showAll: () =>
      refine({
        q: undefined,
        page: undefined,
        ...Object.fromEntries(filters.map(name => [name, undefined])),
      }),
    query,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')

interface Source<Row> {
  data: readonly Row[] | undefined
  error: ApiError | null
  refetch: () => unknown
  isFetching: boolean
}

interface LocalListOptions<Row, Key extends string> {
  /** What the search looks at. */
  textOf: (row: Row) => string
  /** How to order by a column; without one the rows keep their own order. */
  orders: { [K in Key]: (a: Row, b: Row) => number }
}

/** A short list that the browser holds as a whole, searched, sorted and cut into pages as the address says. */
export function useLocalList<Row, Key extends string>(
  source: Source<Row>,
  { textOf, orders }: LocalListOptions<Row, Key>,
): ListState<Row, Key> {
  const { search: address, refine } = useSearchParams()
  const q = typeof address.q === 'string' ? address.q.slice(0, 200) : ''
  const page = Math.max(1, Math.floor(Number(address.page)) || 1)
  const key = (Object.keys(orders) as Key[]).find(known => known === address.sort)
  const sort = key && { key, descending: address.order === 'desc' }

  const wanted = foldName(q)
  const found = source.data?.filter(row => foldName(textOf(row)).includes(wanted))
  const sorted = sort ? found?.toSorted((a, b) => orders[sort.key](a, b) * (sort.descending ? -1 : 1)) : found

  return {
    rows: sorted?.slice((page - 1) * pageSize, page * pageSize),
    total: sorted?.length ?? 0,
    error: source.data ? null : source.error,
    retry: () => void source.refetch(),
    isFetching: source.isFetching,
    areOld: false,
    q,
    search: next => refine({ q: next || undefined, page: undefined }),
    sort,
    onSort: next => refine({ sort: next.key, order: next.descending ? 'desc' : undefined, page: undefined }),
    page,
    goTo: next => {
      refine({ page: next > 1 ? next : undefined })
      window.scrollTo({ top: 0 })
    },
    isNarrowed: wanted !== '',
    showAll: () => refine({ q: undefined, page: undefined }),
    query: {},
  }
}
