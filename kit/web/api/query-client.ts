import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'
import { checkConnection } from './connection.ts'

// Notifies in a microtask instead of the next task: the second click of a double click must find the button
// busy.
notifyManager.setScheduler(queueMicrotask)

const maxRetries = 3

const busyFor = (error: Error) => (error instanceof ApiError ? error.busyFor : null)

/**
 * Data is fresh for 60 seconds, kept for 5 minutes, not polled, and refetched when the window regains focus. Only reads
 * that a busy server rejected are retried, after the time it names. `onNotSignedIn` is called when the server no longer
 * knows the session.
 */
export function createQueryClient(onNotSignedIn?: (queryClient: QueryClient) => void): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return
    if (error.status === 401) onNotSignedIn?.(queryClient)
    if (error.isConnectionLoss) void checkConnection(queryClient)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // networkMode: without it, calls would hang silently in a browser that believes it is offline.
      queries: {
        staleTime: 60_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < maxRetries && busyFor(error) !== null,
        // Random, so that not all browsers retry at the same time, which is why the server was busy.
        retryDelay: (_failures, error) => (busyFor(error) ?? 0) * (1 + Math.random()),
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queryClient
}
