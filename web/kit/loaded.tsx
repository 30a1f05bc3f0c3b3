import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/call.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; error: ApiError | null; refetch: () => unknown; isFetching: boolean }
  /** Read out while it loads. */
  label: string
  /** Stands in for it meanwhile. */
  skeleton: ReactNode
  skeletonClass?: string
  /** The message where it fails, unless the server's own will do. */
  failed?: (message: string) => string
  children: (data: T) => ReactNode
}

/** What a query returned; before that its skeleton, or why it failed, with Retry. */
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
