import { type FetchQueryOptions, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { firstPage } from '#app/web/router.tsx'
import { getViewer } from '#features/accounts/sessions-contract.ts'
import { sessionEnded, viewerQuery } from '#features/accounts/web/viewer.ts'
import { listActiveAlerts } from '#features/alerts/contract.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { listFavoriteIds } from '#features/favorites/contract.ts'
import { listLunches } from '#features/lunches/contract.ts'
import { listUserRatings } from '#features/ratings/contract.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { getForYou } from '#features/taste/contract.ts'
import { listHidden } from '#features/visits/contract.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import type { ApiError } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { createQueryClient } from '#kit/web/api/query-client.ts'
import { restoreReplies, storeReplies } from '#kit/web/api/stored-replies.ts'
import { maxWaitMs } from '#kit/web/loading/max-wait.ts'
import { Toaster } from '#kit/web/ui/toasts/toaster.tsx'
import { Shell } from './shell.tsx'
import { ErrorBoundary } from './visible-page.tsx'

const queryClient = createQueryClient(sessionEnded)

storeReplies(queryClient, [
  getViewer,
  getPublicConfig,
  listActiveAlerts,
  listCampuses,
  listCampusRestaurants,
  listUserRatings,
  listFavoriteIds,
  getForYou,
  listHidden,
  listLunches,
])
restoreReplies(queryClient)

/**
 * Fetches a query while the page's own code is still loading. Resolves when there is data, from this browser or the
 * server, or when the request has failed.
 */
async function prefetch<T>(query: FetchQueryOptions<T, ApiError>): Promise<void> {
  const fetched = queryClient.prefetchQuery(query)
  if (queryClient.getQueryData(query.queryKey) === undefined) await fetched
}

/**
 * Resolves when there is a page to replace the placeholder in index.html: with the alerts above it, unless
 * they take too long.
 */
export const readyToRender = Promise.all([
  firstPage,
  prefetch(viewerQuery),
  Promise.race([prefetch(read(listActiveAlerts)), new Promise(resolve => setTimeout(resolve, maxWaitMs))]),
])

void queryClient.prefetchQuery(read(getPublicConfig))

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <Shell />
        </ErrorBoundary>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  )
}
