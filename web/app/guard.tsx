import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { mayAccess } from '#domain/roles.ts'
import { safeNext } from '#domain/safe-next.ts'
import { hasSignedOut, viewerQuery } from '#web/api/viewer.ts'
import { Navigate } from '#web/lib/router/link.tsx'
import { parseQuery, pickTexts } from '#web/lib/router/query-string.ts'
import { browserHistory, navigate, type Page, useLocation } from '#web/lib/router/router.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

interface GuardProps {
  access: Exclude<Page['access'], 'public'>
  children: ReactNode
}

/**
 * Shows a page only to users who may see it. Others are sent to the sign-in and return afterwards or, if they are
 * already signed in, to Home. 'visitor' pages are for people who are not signed in.
 */
export function Guard({ access, children }: GuardProps) {
  const { data: viewer, error, refetch } = useQuery(viewerQuery)
  if (viewer === undefined) {
    return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <PageSpinner />
  }
  if (access === 'visitor') return viewer ? <RedirectAfterSignIn /> : children
  if (!viewer) return <RedirectToSignIn />
  // A new key per person, so that no one sees page state of the previous user.
  return mayAccess(viewer, access) ? (
    <Fragment key={viewer.id}>{children}</Fragment>
  ) : (
    <Navigate to="/" replace />
  )
}

/** Redirects to the page that was requested before signing in. */
function RedirectAfterSignIn() {
  useEffect(() => {
    const history = browserHistory()
    const { next } = pickTexts(parseQuery(history.location.search), ['next'])
    history.replace(safeNext(next))
  }, [])
  return <PageSpinner />
}

/** Redirects to the sign-in, with the address to return to. Runs again if Back returns here while that page loads. */
function RedirectToSignIn() {
  const location = useLocation()
  useEffect(() => {
    const search = hasSignedOut() || location.href === '/' ? {} : { next: location.href }
    navigate({ to: '/auth', search, replace: true, ignoreBlocker: true })
  }, [location])
  return null
}
