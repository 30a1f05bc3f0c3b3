import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '#kit/web/api/call.ts'
import { ErrorState } from './error-state.tsx'

export interface LoadedProps<Replies extends unknown[]> {
  /** What is shown, all requested at once: `[read(listCampuses), read(listDepartments)]`. */
  queries: { [Index in keyof Replies]: UseQueryOptions<Replies[Index], ApiError> }
  /** For screen readers, while the data loads; without it, nothing is announced. */
  label?: string
  /** The placeholder until then. */
  skeleton: ReactNode
  skeletonClass?: string
  /** What is shown of an error: another message, or something instead. Default: the server's message with Retry. */
  failed?: (error: ApiError) => ReactNode
  /** Around the placeholder and the error with Retry. */
  frame?: (content: ReactNode) => ReactNode
  children: (...replies: NoInfer<Replies>) => ReactNode
}

/** Shows what queries reply, once all have; until then its skeleton, or the first error with Retry. */
export function Loaded<Replies extends unknown[] | []>(props: LoadedProps<Replies>) {
  const { queries, label, skeleton, skeletonClass, failed, frame = content => content, children } = props
  const all = useQueries({ queries: queries as UseQueryOptions<unknown, ApiError>[] })
  const missing = all.filter(({ data }) => data === undefined)
  if (missing.length === 0) return children(...(all.map(({ data }) => data) as Replies))
  const error = missing.find(query => query.error)?.error
  if (!error) {
    if (label === undefined) return skeleton && frame(skeleton)
    return frame(
      <div role="status" className={skeletonClass}>
        <span className="sr-only">{label}</span>
        {skeleton}
      </div>,
    )
  }
  const shown = failed?.(error) || error.message
  if (typeof shown !== 'string') return shown
  return frame(
    <ErrorState
      message={shown}
      onRetry={() => missing.map(({ refetch }) => refetch())}
      retrying={missing.some(({ isFetching }) => isFetching)}
    />,
  )
}
