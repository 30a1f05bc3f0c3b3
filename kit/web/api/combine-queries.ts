import type { LoadedQuery } from '#kit/web/loading/loaded.tsx'
import type { ApiError } from './call.ts'

type Query<T> = LoadedQuery<T, ApiError>

/**
 * Combines several queries into one. It has data once all of them do. Until then, its error is the first error of a
 * query without data, and `refetch` refetches the queries without data.
 */
export function combineQueries<Data extends object>(
  queries: { [Name in keyof Data]: Query<Data[Name]> },
): Query<Data> {
  const all = Object.entries<Query<unknown>>(queries)
  const missing = all.filter(([, { data }]) => data === undefined).map(([, query]) => query)
  return {
    data:
      missing.length === 0
        ? (Object.fromEntries(all.map(([name, { data }]) => [name, data])) as Data)
        : undefined,
    error: missing.find(({ error }) => error)?.error ?? null,
    isFetching: all.some(([, { isFetching }]) => isFetching),
    refetch: () => {
      for (const { refetch } of missing) void refetch()
    },
  }
}
