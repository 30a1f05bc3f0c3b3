import { type FetchQueryOptions, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { listActiveAlerts } from '#contract/alerts.ts'
import { listCampuses } from '#contract/campuses.ts'
import { listFavoriteIds } from '#contract/favorites.ts'
import { listLunches } from '#contract/lunches.ts'
import { getPublicConfig } from '#contract/public-config.ts'
import { listUserRatings } from '#contract/ratings.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { getViewer } from '#contract/sessions.ts'
import { getForYou } from '#contract/taste.ts'
import { listHidden } from '#contract/visits.ts'
import type { ApiError } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { restoreReplies, storeReplies } from '#web/api/stored-replies.ts'
import { sessionEnded, viewerQuery } from '#web/api/viewer.ts'
import { maxWaitMs } from '#web/lib/max-wait.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { firstPage } from './router.tsx'
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
const restored = restoreReplies(queryClient)

/**
 * Fetches a query while the page's own code is still loading. Resolves when there is data, from this browser or the
 * server, or when the request has failed.
 */
const prefetch = <T,>(query: FetchQueryOptions<T, ApiError>) =>
  new Promise<void>(resolve => {
    void queryClient.prefetchQuery(query).then(resolve)
    void restored.then(() => queryClient.getQueryData(query.queryKey) !== undefined && resolve())
  })

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
