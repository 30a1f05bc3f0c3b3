import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { addressOf } from '#contract/endpoint.ts'
import type { User } from '#contract/people.ts'
import { getSession, getViewer } from '#contract/sessions.ts'
import { getPublicConfig } from '#contract/settings.ts'
import { forgetDraftsExceptOf, keepDrafts } from '#web/lib/drafts.ts'
import { type ApiError, call } from './call.ts'
import { dropEarlyReplies } from './early-replies.ts'
import { readViewerCookie, storedCredentials } from './viewer-cookie.ts'

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

/** Whether whoever was here signed out: then nobody waits to be brought back to the same place. */
export function useHasLeft(): boolean {
  return useQuery(leftQuery).data
}

const viewerKey = [addressOf(getViewer), getViewer.path]

export const viewerQuery = queryOptions<User | null, ApiError>({
  queryKey: viewerKey,
  queryFn: async ({ signal, client }) => {
    const user = await whoIsSignedIn(signal)
    const before = client.getQueryData<User | null>(viewerKey)
    if (before && !user) keepDrafts(before.id)
    if (user) forgetDraftsExceptOf(user.id)
    if (before && before.id !== user?.id) forget(client)
    return user
  },
})

/** After sign-in: nothing of whoever was here before stays in the cache, and other tabs learn of it. */
export function sessionBegan(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(leftQuery.queryKey, false)
  replaceViewer(queryClient, user)
  otherTabs?.postMessage('changed')
}

/** When the server no longer knows the session; `left`: because its owner wanted it so. */
export function sessionEnded(queryClient: QueryClient, { left = false } = {}): void {
  if (queryClient.getQueryData(viewerQuery.queryKey) === null) return
  endSession(queryClient, left)
  otherTabs?.postMessage(left ? 'left' : 'changed')
}

/** After a change of one's own particulars. */
export function viewerChanged(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(viewerQuery.queryKey, user)
}

/** After a restore, which changes everything at once: whoever restored stays signed in, all else is read anew. */
export function everythingChanged(queryClient: QueryClient): void {
  readAnew(queryClient)
  otherTabs?.postMessage('restored')
}

/** Mounted once: follows sign-in, sign-out and restores in the other tabs of this browser. */
export function useSessionOfOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const follow = async ({ data }: MessageEvent) => {
      if (data === 'restored') return readAnew(queryClient)
      // Unreachable is not signed out: whoever is here stays until the server says otherwise.
      const user = await whoIsSignedIn().catch(() => undefined)
      const before = queryClient.getQueryData(viewerQuery.queryKey)
      if (user?.id === before?.id) return
      if (user) replaceViewer(queryClient, user)
      else if (user === null) endSession(queryClient, data === 'left')
    }
    otherTabs?.addEventListener('message', follow)
    return () => otherTabs?.removeEventListener('message', follow)
  }, [queryClient])
}

const leftQuery = queryOptions({
  queryKey: ['left'],
  queryFn: () => false,
  initialData: false,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
})

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

async function whoIsSignedIn(signal?: AbortSignal): Promise<User | null> {
  if (!readViewerCookie() && storedCredentials() === null) return null
  return (await call(getSession, undefined, signal ? { signal } : {})).user
}

function endSession(queryClient: QueryClient, left: boolean): void {
  const viewer = queryClient.getQueryData(viewerQuery.queryKey)
  if (left) forgetDraftsExceptOf(null)
  else if (viewer) keepDrafts(viewer.id)
  queryClient.setQueryData(leftQuery.queryKey, left)
  replaceViewer(queryClient, null)
}

function replaceViewer(queryClient: QueryClient, user: User | null): void {
  if (user) forgetDraftsExceptOf(user.id)
  void queryClient.cancelQueries({ queryKey: viewerQuery.queryKey })
  forget(queryClient)
  queryClient.setQueryData(viewerQuery.queryKey, user)
}

/** Clears the cache. The names of the installation belong to nobody, and would flash if they were asked for again. */
function forget(queryClient: QueryClient): void {
  dropEarlyReplies()
  queryClient.removeQueries({ predicate: isForgotten })
  queryClient.getMutationCache().clear()
}

/** Clears the cache, too, but for whoever stays: what is in sight is fetched again. */
function readAnew(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: viewerKey })
  void queryClient.resetQueries({ predicate: isForgotten })
}

function isForgotten({ queryKey }: { queryKey: QueryKey }): boolean {
  return ![viewerKey[0], leftQuery.queryKey[0], addressOf(getPublicConfig)].includes(String(queryKey[0]))
}
