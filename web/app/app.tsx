import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { getPublicConfig } from '#contract/settings.ts'
import { keepReplies, restoreReplies } from '#web/api/kept-replies.ts'
import { read } from '#web/api/queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { viewerQuery } from '#web/api/viewer.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import './router.tsx'
import { ErrorBoundary } from './page-in-sight.tsx'
import { Shell } from './shell.tsx'

const queryClient = createQueryClient()

keepReplies(queryClient)
void restoreReplies(queryClient)

// Asked for while the page's own code is still on its way.
void queryClient.prefetchQuery(viewerQuery)
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
