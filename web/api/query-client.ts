import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'
import { connectionLost } from './connection.ts'
import { sessionEnded } from './viewer.ts'

// At once instead of in the next task: the second click of a double click must find the button busy.
notifyManager.setScheduler(queueMicrotask)

const mostRetries = 3

const busyFor = (error: Error) => (error instanceof ApiError ? error.busyFor : null)

/**
 * Fresh for 60 seconds, kept for 5 minutes, no polling, fetched again when the window regains focus. Nothing is retried but
 * reads that a busy server refused, after the time it names.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return
    if (error.status === 401) sessionEnded(queryClient)
    if (error.isConnectionLoss) connectionLost(queryClient)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // networkMode: without it, calls would hang silently in a browser that believes it is offline.
      queries: {
        staleTime: 60_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < mostRetries && busyFor(error) !== null,
        // Not all browsers at once: it was too many at once that were refused.
        retryDelay: (_failures, error) => (busyFor(error) ?? 0) * (1 + Math.random()),
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queryClient
}
