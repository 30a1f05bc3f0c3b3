import type { QueryClient } from '@tanstack/react-query'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { createStore, useStore } from '#kit/web/browser/store.ts'
import { dismissToast, type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type ApiError, type CallOptions, call } from './call.ts'
import { read } from './queries.ts'

const pollInterval = 2_000
/** In milliseconds. How long the server may take to show that only one request failed. */
const checkTimeout = 5_000
/** In milliseconds. What fails while everything else works may keep failing, so it isn't retried all the time. */
const minRetryInterval = 60_000

const lost = createStore(false)
let isChecking = false
let lastRetry = Number.NEGATIVE_INFINITY

/** Whether the connection is lost; true until the server responds again. */
export function useConnectionLost(): boolean {
  return useStore(lost)
}

/**
 * Called when a request got no reply of our server. A single address may be blocked while all others work, so the
 * connection only counts as lost if the server can't be asked anything else either. Then polls until it responds, and
 * retries what failed.
 */
export async function checkConnection(queryClient: QueryClient): Promise<void> {
  if (isChecking) return
  isChecking = true
  const wasLost = !(await isServerReachable(queryClient, checkTimeout))
  if (wasLost) {
    lost.set(true)
    do await new Promise(resolve => setTimeout(resolve, pollInterval))
    while (!(await isServerReachable(queryClient)))
    lost.set(false)
  }
  isChecking = false
  if (!wasLost && performance.now() - lastRetry < minRetryInterval) return
  lastRetry = performance.now()
  await queryClient.invalidateQueries({
    predicate: query => query.state.status === 'error' || (wasLost && query.isStale()),
  })
}

/** After how many milliseconds a change that is shown counts as unconfirmed, and after how many it isn't waited for. */
const [patience, maxWait] = [2_000, 30_000]

/**
 * Sends a change that is shown already: `send` calls with these options. Says so if the server takes long, and gives up
 * when the connection is lost. The caller then rolls the change back, and offers to try again (`notSavedYet`).
 */
export async function sendShown<T>(
  queryClient: QueryClient,
  send: (options: CallOptions) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController()
  const giveUp = () => attempt.abort(new DOMException('', 'TimeoutError'))
  let said = 0
  const warning = setTimeout(() => {
    if (lost.get()) return giveUp()
    said = toast({ ...unconfirmed, variant: 'info', duration: Number.POSITIVE_INFINITY })
    void checkConnection(queryClient)
  }, patience)
  const end = setTimeout(giveUp, maxWait)
  const unfollow = lost.subscribe(() => lost.get() && giveUp())
  try {
    return await send({ signal: attempt.signal })
  } finally {
    clearTimeout(warning)
    clearTimeout(end)
    unfollow()
    dismissToast(said)
  }
}

const unconfirmed = { title: 'Still saving…', description: 'The server hasn’t confirmed it yet.' }

/** What the error toast of such a change says instead if there was no connection. */
export const notSavedYet = (error: ApiError, again: () => void): Partial<ToastMessage> =>
  error.isConnectionLoss
    ? {
        title: 'Not saved yet',
        description: error.message,
        duration: Number.POSITIVE_INFINITY,
        action: { label: 'Try again', onClick: again },
      }
    : {}

// Asks for the public settings: they are the cheapest call of the API, take the same route through proxies as
// all others, and may have changed in the meantime.
async function isServerReachable(queryClient: QueryClient, timeout?: number): Promise<boolean> {
  try {
    await queryClient.fetchQuery({
      ...read(getPublicConfig),
      queryFn: ({ signal }) => call(getPublicConfig, undefined, { signal, ...(timeout && { timeout }) }),
      staleTime: 0,
    })
    return true
  } catch {
    return false
  }
}
