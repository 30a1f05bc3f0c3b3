import { ErrorState } from '#web/ui/error-state.tsx'

/** A page that broke, or that couldn't be fetched because the server is gone or was updated: loading anew mends it. */
export function RouteError({ error }: { error: Error }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        title="This page didn’t load"
        message={
          /import|fetch/i.test(error.message) ? 'Please check your connection and try again.' : error.message
        }
        onRetry={() => location.reload()}
      />
    </main>
  )
}
