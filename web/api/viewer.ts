import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { listActiveAlerts } from '#contract/alerts.ts'
import { addressOf, type Reply } from '#contract/endpoint.ts'
import type { User } from '#contract/people.ts'
import { getSession, getViewer } from '#contract/sessions.ts'
import { getPublicConfig } from '#contract/settings.ts'
import { forgetDraftsExceptOf, keepDrafts } from '#web/lib/drafts.ts'
import { ApiError, call } from './call.ts'
import { dropEarlyReplies } from './early-replies.ts'
import { eraseReplies } from './kept-replies.ts'
import { maySomebodyBeSignedIn } from './viewer-cookie.ts'

/** The signed-in user: null if there is none, undefined while unknown. */
export function useViewer(): User | null | undefined {
  return useQuery(viewerQuery).data
}

/** The error if the server couldn't tell who is signed in. */
export function useViewerError(): { error: ApiError; retry: () => void } | null {
  const { error, refetch } = useQuery(viewerQuery)
  return error && { error, retry: () => void refetch() }
}

/** For pages behind the sign-in guard, where there is always a signed-in user. */
export function useSignedIn(): User {
  const viewer = useViewer()
  if (!viewer) throw new Error('This page is for signed-in people only')
  return viewer
}

/** Whether the last person signed out on purpose: then the next sign-in doesn't return to the same page. */
export function useHasLeft(): boolean {
  return useQuery(leftQuery).data
}

const viewerKey = [addressOf(getViewer), getViewer.path]

export const viewerQuery = queryOptions<User | null, ApiError>({
  queryKey: viewerKey,
  queryFn: async ({ signal, client }) => {
    const { user, openSuggestions } = await askSession(signal)
    const before = client.getQueryData<User | null>(viewerKey)
    if (before && !user) keepDrafts(before.id)
    if (user) forgetDraftsExceptOf(user.id)
    if (before && before.id !== user?.id) forget(client)
    // The count comes with the session, so that Command Mode only requests it after it has changed.
    if (openSuggestions !== undefined) client.setQueryData(openSuggestionsQuery.queryKey, openSuggestions)
    return user
  },
})

/** How many suggestions wait for an answer; for administrators. */
export const openSuggestionsQuery = queryOptions<number, ApiError>({
  queryKey: ['open suggestions', getSession.path],
  queryFn: async ({ signal }) => (await askSession(signal)).openSuggestions ?? 0,
})

/** Called after sign-in: clears the previous user's cache and notifies other tabs. Throws if cookies are blocked. */
export function sessionBegan(queryClient: QueryClient, user: User): void {
  if (!maySomebodyBeSignedIn()) throw new ApiError(403, cookiesRefused)
  queryClient.setQueryData(leftQuery.queryKey, false)
  replaceViewer(queryClient, user)
  otherTabs?.postMessage('changed')
}

const cookiesRefused =
  'Your browser refused the cookie that keeps you signed in. Please allow cookies for this site and try again.'

/** Called when the server no longer knows the session; `left`: because the user signed out. */
export function sessionEnded(queryClient: QueryClient, { left = false } = {}): void {
  if (queryClient.getQueryData(viewerQuery.queryKey) === null) return
  endSession(queryClient, left)
  otherTabs?.postMessage(left ? 'left' : 'changed')
}

/** Called after users change their own account. */
export function viewerChanged(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(viewerQuery.queryKey, user)
}

/** Called after a restore: everything is refetched, and the person who restored stays signed in. */
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
      // Unreachable doesn't mean signed out: nothing changes until the server says so.
      const user = (await askSession().catch(() => undefined))?.user
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

async function askSession(signal?: AbortSignal): Promise<Reply<typeof getSession>> {
  if (!maySomebodyBeSignedIn()) return { user: null }
  return call(getSession, undefined, signal ? { signal } : {})
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

/** Clears the cache, except for the installation's settings and alerts, which aren't personal and would flicker. */
function forget(queryClient: QueryClient): void {
  dropEarlyReplies()
  eraseReplies()
  queryClient.removeQueries({ predicate: isForgotten })
  queryClient.getMutationCache().clear()
}

/** Clears the cache while the user stays signed in; data in use is refetched. */
function readAnew(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: viewerKey })
  // Disabled queries, such as the lunches, are filled by the event stream, maybe even before this runs, so
  // they stay.
  void queryClient.resetQueries({ predicate: query => isForgotten(query) && !query.isDisabled() })
}

function isForgotten({ queryKey }: { queryKey: QueryKey }): boolean {
  return ![viewerKey[0], leftQuery.queryKey[0], getPublicConfig.path, listActiveAlerts.path].includes(
    String(queryKey[0]),
  )
}
