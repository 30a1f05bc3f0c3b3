import { Navigate, Outlet, useRouterState, useSearch } from '@tanstack/react-router'
import { mayAccess } from '#domain/roles.ts'
import { useViewer, useViewerError } from '#web/api/viewer.ts'
import { safeNext } from '#web/lib/safe-next.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'

/**
 * Lets in whom a page is for. Others go to sign in and come back afterwards, or, when they are signed in already, home.
 * 'visitor' pages are for people who are not signed in.
 */
export function Guard({ access }: { access: 'visitor' | 'user' | 'admin' | 'super-user' }) {
  const viewer = useViewer()
  const failure = useViewerError()
  const here = useRouterState({ select: state => state.location.href })
  const { next } = useSearch({ strict: false }) as { next?: string }

  if (viewer === undefined) {
    if (failure) return <ErrorState message={failure.error.message} onRetry={failure.retry} />
    return <PageSpinner />
  }
  if (access === 'visitor') return viewer ? <Navigate to={safeNext(next)} replace /> : <Outlet />
  if (!viewer) return <Navigate to="/login" search={here === '/' ? {} : { next: here }} replace />
  return mayAccess(viewer, access) ? <Outlet /> : <Navigate to="/" replace />
}
