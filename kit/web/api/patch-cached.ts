import type { Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { isQueryOf } from './queries.ts'

type Change = (reply: never) => unknown

/** A response from the server, and the changes made to it, in order. */
interface Patched {
  reply: unknown
  changes: readonly Change[]
  /** The response with the changes applied. */
  shown: unknown
}

const patched = new WeakMap<Query, Patched>()

/** Shows a change before the server has confirmed it; returns a function that undoes this. */
export type Patch = (queryClient: QueryClient) => Promise<() => void>

/**
 * Patches every cached response of an endpoint. Each change is undone separately: changes made before and after it stay.
 */
export const patchCached =
  <E extends Endpoint>(endpoint: E, change: (reply: Reply<E>) => Reply<E>): Patch =>
  async queryClient => {
    await queryClient.cancelQueries(queriesOf(endpoint))
    const revise = (edit: (changes: readonly Change[]) => readonly Change[]) => {
      for (const query of queryClient.getQueryCache().findAll(queriesOf(endpoint))) {
        const { reply, changes } = stateOf(query)
        const edited = edit(changes)
        if (reply === undefined || edited.length === changes.length) continue
        // The patch doesn't make the server's data any newer.
        put(queryClient, query, { reply, changes: edited }, { updatedAt: query.state.dataUpdatedAt })
      }
    }
    revise(changes => [...changes, change])
    return () => revise(changes => changes.filter(other => other !== change))
  }

/** Changes what the server sent for an endpoint, for example by an event. Patches that aren't undone yet stay on top. */
export function updateCached<E extends Endpoint>(
  queryClient: QueryClient,
  endpoint: E,
  update: (reply: Reply<E>) => Reply<E>,
): void {
  for (const query of queryClient.getQueryCache().findAll(queriesOf(endpoint))) {
    const { reply, changes } = stateOf(query)
    if (reply !== undefined) put(queryClient, query, { reply: update(reply as Reply<E>), changes })
  }
}

const queriesOf = (endpoint: Endpoint) => ({
  predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => isQueryOf(queryKey, endpoint),
})

// A response that arrived since the last patch contains none of the changes.
function stateOf(query: Query): Omit<Patched, 'shown'> {
  const before = patched.get(query)
  return before && before.shown === query.state.data ? before : { reply: query.state.data, changes: [] }
}

function put(
  queryClient: QueryClient,
  query: Query,
  { reply, changes }: Omit<Patched, 'shown'>,
  options?: { updatedAt: number },
): void {
  const shown = changes.reduce<unknown>((shown, change) => change(shown as never), reply)
  queryClient.setQueryData(query.queryKey, shown, options)
  patched.set(query, { reply, changes, shown: query.state.data })
}
