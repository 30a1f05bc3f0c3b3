import { Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayAccess } from '#domain/roles.ts'
import { safeNext } from '#domain/safe-next.ts'
import { useHasLeft, useViewer, useViewerError } from '#web/api/viewer.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

/**
 * Lets in whom a page is for. Others go to sign in and come back afterwards, or, when they are signed in already, home.
 * 'visitor' pages are for people who are not signed in.
 */
export function Guard({ access }: { access: 'visitor' | 'user' | 'admin' | 'super-user' }) {
  const viewer = useViewer()
  const failure = useViewerError()

  if (viewer === undefined) {
    return failure ? <ErrorState message={failure.error.message} onRetry={failure.retry} /> : <PageSpinner />
  }
  if (access === 'visitor') return viewer ? <Onward /> : <Outlet />
  if (!viewer) return <SignInFirst />
  // A new key per person, so that nobody sees page state of the person before.
  return mayAccess(viewer, access) ? <Outlet key={viewer.id} /> : <Navigate to="/" replace />
}

/** Goes on to the page that was requested before signing in. */
function Onward() {
  const router = useRouter()
  useEffect(() => {
    router.history.replace(safeNext((router.latestLocation.search as { next?: string }).next))
  }, [router])
  return <PageSpinner />
}

/** Keeps the address, to return to after sign-in. Runs again if Back returns here while the sign-in page loads. */
function SignInFirst() {
  const router = useRouter()
  const left = useHasLeft()
  const { pathname, href } = useLocation()
  useEffect(() => {
    if (pathname === '/auth' || pathname === '/login') return
    const search = left || href === '/' ? {} : { next: href }
    void router.navigate({ to: '/auth', search, replace: true, ignoreBlocker: true })
  }, [router, pathname, href, left])
  return null
}
