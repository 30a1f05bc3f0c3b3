import type { ApiError } from './call.ts'

type Query<T> = { data: T | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }

/**
 * Several queries as one: its data once all have theirs, and until then the error of the first that has none. Those that
 * have none are asked again by `refetch`.
 */
export function together<Data extends object>(
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
