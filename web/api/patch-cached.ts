import type { Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
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

/**
 * Patches every cached response of an endpoint, for optimistic updates; returns a function that undoes this. Each
 * change is undone separately: changes made before and after it stay.
 */
export async function patchCached<E extends Endpoint>(
  queryClient: QueryClient,
  endpoint: E,
  change: (reply: Reply<E>) => Reply<E>,
): Promise<() => void> {
  const filter = { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => isQueryOf(queryKey, endpoint) }
  await queryClient.cancelQueries(filter)
  const revise = (edit: (changes: readonly Change[]) => readonly Change[]) => {
    for (const query of queryClient.getQueryCache().findAll(filter)) put(queryClient, query, edit)
  }
  revise(changes => [...changes, change])
  return () => revise(changes => changes.filter(other => other !== change))
}

function put(
  queryClient: QueryClient,
  query: Query,
  edit: (changes: readonly Change[]) => readonly Change[],
): void {
  const { data, dataUpdatedAt } = query.state
  if (data === undefined) return
  const before = patched.get(query)
  // A response that arrived since then contains none of the changes.
  const { reply, changes } = before?.shown === data ? before : { reply: data, changes: [] }
  const edited = edit(changes)
  if (edited.length === changes.length) return
  const shown = edited.reduce<unknown>((shown, change) => change(shown as never), reply)
  // The patch doesn't make the server's data any newer.
  queryClient.setQueryData(query.queryKey, shown, { updatedAt: dataUpdatedAt })
  patched.set(query, { reply, changes: edited, shown: query.state.data })
}
