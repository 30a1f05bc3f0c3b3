import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ApiError, call } from '#kit/web/api/call.ts'
import { dropEarlyReplies } from '#kit/web/api/early-replies.ts'
import { isMadeOf, keyOf } from '#kit/web/api/queries.ts'
import { eraseReplies } from '#kit/web/api/stored-replies.ts'
import { mayBeSignedIn, readViewerCookie } from '#kit/web/api/viewer-cookie.ts'
import { discardDraftsExceptOf, saveDrafts } from '#kit/web/forms/drafts.ts'
import type { User } from '../people-contract.ts'
import { getSession, getViewer } from '../sessions-contract.ts'

/** The signed-in user: null if there is none, undefined while unknown. */
export function useViewer(): User | null | undefined {
  return useQuery(viewerQuery).data
}

/** For pages behind the sign-in guard, where there is always a signed-in user. */
export function useSignedIn(): User {
  const viewer = useViewer()
  if (!viewer) throw new Error('This page is for signed-in people only')
  return viewer
}

let signedOutOnPurpose = false

/** Whether the last person signed out on purpose: then the next sign-in doesn't return to the same page. */
export const hasSignedOut = (): boolean => signedOutOnPurpose

// Stored replies open forms before the server has said who is signed in.
const storedViewer = readViewerCookie()
if (storedViewer) discardDraftsExceptOf(storedViewer.id)

const viewerKey = keyOf(getViewer, getViewer.path)

export const viewerQuery = queryOptions<User | null, ApiError>({
  queryKey: viewerKey,
  queryFn: async ({ signal, client }) => {
    const { user, openSuggestions } = await fetchSession(signal)
    const before = client.getQueryData<User | null>(viewerKey)
    if (before && !user) saveDrafts(before.id)
    if (user) discardDraftsExceptOf(user.id)
    if (before && before.id !== user?.id) clearUserCache(client)
    // The count comes with the session, so that Command Mode only requests it after it has changed.
    if (openSuggestions !== undefined) client.setQueryData(openSuggestionsQuery.queryKey, openSuggestions)
    return user
  },
})

/** How many suggestions wait for an answer; for administrators. */
export const openSuggestionsQuery = queryOptions<number, ApiError>({
  queryKey: keyOf(getSession, 'open suggestions'),
  queryFn: async ({ signal }) => (await fetchSession(signal)).openSuggestions ?? 0,
})

/** Called after sign-in: clears the previous user's cache and notifies other tabs. Throws if cookies are blocked. */
export function sessionBegan(queryClient: QueryClient, user: User): void {
  if (!mayBeSignedIn()) throw new ApiError(403, cookiesBlocked)
  signedOutOnPurpose = false
  replaceViewer(queryClient, user)
  sessionChannel?.postMessage('changed')
}

const cookiesBlocked =
  'Your browser refused the cookie that keeps you signed in. Please allow cookies for this site and try again.'

/** What the tabs tell each other after a sign-out; one of them may still run an earlier version. */
const signedOutMessage = 'left'

/** Called when the server no longer knows the session; `signedOut`: because the user signed out. */
export function sessionEnded(queryClient: QueryClient, { signedOut = false } = {}): void {
  if (queryClient.getQueryData(viewerQuery.queryKey) === null) return
  endSession(queryClient, signedOut)
  sessionChannel?.postMessage(signedOut ? signedOutMessage : 'changed')
}

/** Called after users change their own account. */
export function viewerChanged(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(viewerQuery.queryKey, user)
}

/** Called after a restore: everything is refetched, and the person who restored stays signed in. */
export function databaseRestored(queryClient: QueryClient): void {
  refetchUserCache(queryClient)
  sessionChannel?.postMessage('restored')
}

/** Mounted once: follows sign-in, sign-out and restores in the other tabs of this browser. */
export function useSessionSync(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const follow = async ({ data }: MessageEvent) => {
      if (data === 'restored') return refetchUserCache(queryClient)
      // Unreachable doesn't mean signed out: nothing changes until the server says so.
      const user = (await fetchSession().catch(() => undefined))?.user
      const before = queryClient.getQueryData(viewerQuery.queryKey)
      if (user?.id === before?.id) return
      if (user) replaceViewer(queryClient, user)
      else if (user === null) endSession(queryClient, data === signedOutMessage)
    }
    sessionChannel?.addEventListener('message', follow)
    return () => sessionChannel?.removeEventListener('message', follow)
  }, [queryClient])
}

const sessionChannel = openSessionChannel()

/** null where the browser has none, or refuses it because storage is blocked. */
function openSessionChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('session')
  } catch {
    return null
  }
}

async function fetchSession(signal?: AbortSignal): Promise<Reply<typeof getSession>> {
  if (!mayBeSignedIn()) return { user: null }
  return call(getSession, undefined, signal ? { signal } : {})
}

function endSession(queryClient: QueryClient, signedOut: boolean): void {
  const viewer = queryClient.getQueryData(viewerQuery.queryKey)
  if (signedOut) discardDraftsExceptOf(null)
  else if (viewer) saveDrafts(viewer.id)
  signedOutOnPurpose = signedOut
  replaceViewer(queryClient, null)
}

function replaceViewer(queryClient: QueryClient, user: User | null): void {
  if (user) discardDraftsExceptOf(user.id)
  void queryClient.cancelQueries({ queryKey: viewerQuery.queryKey })
  clearUserCache(queryClient)
  queryClient.setQueryData(viewerQuery.queryKey, user)
}

/** Clears the cache, except for the installation's settings and alerts, which aren't personal and would flicker. */
function clearUserCache(queryClient: QueryClient): void {
  dropEarlyReplies()
  eraseReplies()
  queryClient.removeQueries({ predicate: isUserQuery })
  queryClient.getMutationCache().clear()
}

/** Clears the cache while the user stays signed in; data in use is refetched. */
function refetchUserCache(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: viewerKey })
  // Disabled queries, such as the lunches, are filled by the event stream, maybe even before this runs, so
  // they stay.
  void queryClient.resetQueries({ predicate: query => isUserQuery(query) && !query.isDisabled() })
}

function isUserQuery({ queryKey }: { queryKey: QueryKey }): boolean {
  return !isMadeOf(queryKey, 'viewer') && !isMadeOf(queryKey, 'everyone')
}
