import type { QueryClient } from '@tanstack/react-query'
import { getPublicConfig } from '#contract/settings.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { call } from './call.ts'
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
