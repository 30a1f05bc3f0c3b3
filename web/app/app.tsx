import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { getPublicConfig } from '#contract/settings.ts'
import { keepReplies, restoreReplies } from '#web/api/kept-replies.ts'
import { read } from '#web/api/queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { viewerQuery } from '#web/api/viewer.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ErrorBoundary } from './page-in-sight.tsx'
import { firstPage } from './router.tsx'
import { Shell } from './shell.tsx'

const queryClient = createQueryClient()

keepReplies(queryClient)
const restored = restoreReplies(queryClient)

// Asked for while the page's own code is still on its way.
const asked = queryClient.prefetchQuery(viewerQuery)
void queryClient.prefetchQuery(read(getPublicConfig))

/** Who is signed in is known, from this browser or the server, or that the server doesn't say. */
const viewerIsKnown = new Promise<void>(resolve => {
  void asked.then(resolve)
  void restored.then(() => queryClient.getQueryData(viewerQuery.queryKey) !== undefined && resolve())
})

/** When there is a page to show in place of what index.html has of it. */
export const canBeShown = Promise.all([firstPage, viewerIsKnown])

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
