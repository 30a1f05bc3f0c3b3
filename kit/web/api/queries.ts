import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { addressOf, type CallInput, type Endpoint, type Reply } from '#kit/contract/endpoint.ts'
import { type ApiError, call } from './call.ts'

/**
 * The query of an endpoint, for `useQuery(read(listCampuses))`. Its URL is the key, so equal calls share a
 * response.
 */
export function read<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  const { body, ...address } = (input ?? {}) as { body?: unknown }
  return queryOptions<Reply<E>, ApiError, Reply<E>>({
    queryKey: [...keyOf(endpoint, addressOf(endpoint, address)), ...(body === undefined ? [] : [body])],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** A page of a long list, and the length of the whole list. */
export type Page<Row> = { rows: Row[]; total: number }
export type RowOf<E extends Endpoint> = Reply<E> extends (infer Row)[] ? Row : never

/** The query of one page of a list. Its result has a different shape, so it doesn't share the key of `read`. */
export function readPage<E extends Endpoint>(endpoint: E, input?: CallInput<E>) {
  return queryOptions<Page<RowOf<E>>, ApiError>({
    queryKey: [addressOf(endpoint, input ?? {}), `${endpoint.path} by page`, endpoint.topics ?? []],
    queryFn: async ({ signal }) => {
      let total = Number.NaN
      const onReply = ({ headers }: Response) => {
        total = Number(headers.get('x-total-count') ?? Number.NaN)
      }
      const rows = (await call(endpoint, input, { signal, onReply })) as RowOf<E>[]
      return { rows, total: Number.isNaN(total) ? rows.length : total }
    },
  })
}

/**
 * Invalidates every cached response that is made of one of these topics; those in use are refetched immediately.
 * Settles with them.
 */
export function refresh(queryClient: QueryClient, topics: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => topics.some(topic => isMadeOf(queryKey, topic)),
  })
}

/** Whether a query belongs to an endpoint, whatever its parameters. */
export const isQueryOf = (key: QueryKey, endpoint: Endpoint) => key[1] === endpoint.path

/** Whether a reply is made of a topic, as its endpoint says. */
export const isMadeOf = (key: QueryKey, topic: string) => Array.isArray(key[2]) && key[2].includes(topic)

/** The key of a query: an address of its own, and what it is of. */
export const keyOf = (endpoint: Endpoint, address: string) => [address, endpoint.path, endpoint.topics ?? []]
