import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { safeNext } from '#features/accounts/safe-next.ts'
import { hasSignedOut, viewerQuery } from '#features/accounts/web/viewer.ts'
import { mayAccess } from '#kit/rules/roles.ts'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { PageSpinner } from '#kit/web/loading/spinner.tsx'
import { Navigate } from '#kit/web/router/link.tsx'
import { parseQuery } from '#kit/web/router/params.ts'
import { browserHistory, navigate, type Page, useLocation } from '#kit/web/router/router.ts'

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
    const { next } = parseQuery(history.location.search)
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
