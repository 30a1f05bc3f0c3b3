import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/people.ts'
import { getViewer } from '#contract/sessions.ts'
import { ApiError, call } from './call.ts'

/** Who is signed in: null for nobody, undefined while it isn't known yet. */
export function useViewer(): User | null | undefined {
  return useQuery(viewerQuery).data
}

/** Why it isn't known who is signed in, when the server can't tell. */
export function useViewerError(): { error: ApiError; retry: () => void } | null {
  const { error, refetch } = useQuery(viewerQuery)
  return error && { error, retry: () => void refetch() }
}

/** For pages behind the sign-in guard, where somebody is signed in. */
export function useSignedIn(): User {
  const viewer = useViewer()
  if (!viewer) throw new Error('This page is for signed-in people only')
  return viewer
}

export const viewerQuery = queryOptions<User | null, ApiError>({
  queryKey: ['/api/user', getViewer.path],
  queryFn: async ({ signal }) => {
    try {
      return await call(getViewer, undefined, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** After sign-in: nothing of whoever was here before stays in the cache, and other tabs learn of it. */
export function sessionBegan(queryClient: QueryClient, user: User): void {
  replaceViewer(queryClient, user)
  otherTabs?.postMessage('changed')
}

/** After sign-out, or when the server no longer knows the session. */
export function sessionEnded(queryClient: QueryClient): void {
  if (queryClient.getQueryData(viewerQuery.queryKey) === null) return
  replaceViewer(queryClient, null)
  otherTabs?.postMessage('changed')
}

/** Mounted once: follows sign-in and sign-out in the other tabs of this browser. */
export function useSessionOfOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const follow = async () => {
      const user = await call(getViewer).catch(() => null)
      const before = queryClient.getQueryData(viewerQuery.queryKey)
      if (user?.id !== before?.id) replaceViewer(queryClient, user)
    }
    otherTabs?.addEventListener('message', follow)
    return () => otherTabs?.removeEventListener('message', follow)
  }, [queryClient])
}

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

function replaceViewer(queryClient: QueryClient, user: User | null): void {
  queryClient.removeQueries({ predicate: query => query.queryKey[0] !== viewerQuery.queryKey[0] })
  queryClient.setQueryData(viewerQuery.queryKey, user)
}
