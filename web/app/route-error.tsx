import { CodeUnreachable } from '#web/lib/load-code.ts'
import { reloadAt } from '#web/lib/reload.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** A page that crashed, or couldn't be loaded because the server is down or was updated: reloading fixes it. */
export function RouteError({ error }: { error: unknown }) {
  const isMissingPage =
    error instanceof CodeUnreachable ||
    (error instanceof Error && /dynamically imported|module script|fetch/i.test(error.message))
  return (
    <ErrorState
      title="This page didn’t load"
      message={
        isMissingPage
          ? 'Please check your connection and try again.'
          : 'Something unexpected happened. Loading the page again usually helps.'
      }
      onRetry={() => reloadAt()}
    />
  )
}
