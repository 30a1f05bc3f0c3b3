import { Link } from '#kit/web/router/link.tsx'
import './shell.css'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { useSessionSync, useViewer } from '#features/accounts/web/viewer.ts'
import { CornerAlerts } from '#features/alerts/web/corner-alerts.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { focusHeading } from '#kit/web/focus/focus-heading.ts'
import { type Shown, useShown } from '#kit/web/router/router.ts'
import { useScroll } from '#kit/web/router/scroll.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { frameClass, mainClass } from './frame-classes.ts'
import { Header } from './header.tsx'
import { useOfflineWorker } from './offline-worker.ts'
import { BottomBar, SignedIn } from './signed-in-frame.ts'
import { VisiblePage } from './visible-page.tsx'

const pagesWithoutBottomBar = ['/', '/admin']
/** These show alerts inline. */
const pagesWithInlineAlerts = ['/login', '/register']

/** The frame around every page; empty until the code of the first page has loaded. */
export function Shell() {
  const shown = useShown()
  useScroll(shown)
  return shown ? <Frame shown={shown} /> : null
}

function Frame({ shown }: { shown: Shown }) {
  const viewer = useViewer()
  const { appName } = usePublicConfig()
  const { path, ...frame } = shown.page
  useSessionSync()
  useOfflineWorker(viewer?.id)
  usePageChange(path, frame.title ? `${frame.title} · ${appName}` : appName)

  return (
    <div className={frameClass}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header
        bleed={frame.layout !== undefined}
        alerts={<CornerAlerts excludesInline={pagesWithInlineAlerts.includes(path)} />}
      />
      <ConnectionNotice />
      {/* A new key per person, as pages have (guard.tsx). */}
      {viewer && <SignedIn key={viewer.id} viewer={viewer} path={path} />}
      <main id="main" tabIndex={-1} className={mainClass(frame.layout)}>
        {frame.backToRestaurants && (
          <Link
            to="/"
            className={buttonClass({ variant: 'quiet', className: '-ml-3 mb-2 self-start !px-3' })}
          >
            <ArrowLeft />
            Back to Restaurants
          </Link>
        )}
        <VisiblePage shown={shown} />
      </main>
      {viewer && !pagesWithoutBottomBar.includes(path) && <BottomBar viewer={viewer} />}
    </div>
  )
}

let lastPath: string | undefined

/** Sets the window title and, on every new page, focuses the heading. */
function usePageChange(path: string, title: string): void {
  // A layout effect runs before the effects of the page, which may set a longer title (admin-page.tsx).
  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(() => {
    // On the first page, the browser sets the focus.
    if (lastPath && lastPath !== path) focusHeading()
    lastPath = path
  }, [path])
}
