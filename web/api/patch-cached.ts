import type { Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { isOf } from './queries.ts'

type Change = (reply: never) => unknown

/** A reply of the server's, and what is changed of it, in the order in which that was done. */
interface Patched {
  reply: unknown
  changes: readonly Change[]
  /** What comes of both. */
  shown: unknown
}

const patched = new WeakMap<Query, Patched>()

/**
 * Patches every cached reply of an endpoint, for optimistic updates; returns how to undo it. Of several changes each is
 * undone by itself: what was changed before and after it stays.
 */
export async function patchCached<E extends Endpoint>(
  queryClient: QueryClient,
  endpoint: E,
  change: (reply: Reply<E>) => Reply<E>,
): Promise<() => void> {
  const filter = { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => isOf(queryKey, endpoint) }
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
  // What the server has sent since knows of no change.
  const { reply, changes } = before?.shown === data ? before : { reply: data, changes: [] }
  const edited = edit(changes)
  if (edited.length === changes.length) return
  const shown = edited.reduce<unknown>((shown, change) => change(shown as never), reply)
  // What the server sent is no newer for it.
  queryClient.setQueryData(query.queryKey, shown, { updatedAt: dataUpdatedAt })
  patched.set(query, { reply, changes: edited, shown: query.state.data })
}
