import { foldName } from '#domain/fold-name.ts'
import type { ApiError } from '#web/api/call.ts'
import { useAddress } from '#web/lib/address.ts'
import { type ListState, pageSize } from './use-list.ts'

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
  const { search: address, refine } = useAddress()
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
