import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** What is shown of a query. */
export interface LoadedQuery<T, Failure = { message: string }> {
  data: T | undefined
  error: Failure | null
  isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: LoadedQuery<T>
  /** For screen readers, while the data loads; without it, nothing is announced. */
  label?: string
  /** The placeholder until then. */
  skeleton: ReactNode
  skeletonClass?: string
  /** Turns the server's error message into the one to show; default: unchanged. */
  failed?: (message: string) => string
  children: (data: T) => ReactNode
}

/** Shows a query's data; until then its skeleton, or the error with Retry. */
export function Loaded<T>({ query, label, skeleton, skeletonClass, failed, children }: LoadedProps<T>) {
  const { data, error, refetch, isFetching } = query
  if (data !== undefined) return children(data)
  if (error) {
    return (
      <ErrorState
        message={failed?.(error.message) ?? error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (label === undefined) return skeleton
  return (
    <div role="status" className={skeletonClass}>
      <span className="sr-only">{label}</span>
      {skeleton}
    </div>
  )
}
