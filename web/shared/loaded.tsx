import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; error: ApiError | null; refetch: () => unknown; isFetching: boolean }
  /** For screen readers, while the data loads. */
  label: string
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
  return (
    <div role="status" className={skeletonClass}>
      <span className="sr-only">{label}</span>
      {skeleton}
    </div>
  )
}
