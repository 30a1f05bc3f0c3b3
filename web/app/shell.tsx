import { Link } from '#web/lib/router/link.tsx'
import './shell.css'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useSessionOfOtherTabs, useViewer } from '#web/api/viewer.ts'
import { CornerAlerts } from '#web/features/alerts/corner-alerts.tsx'
import { type Shown, useShown } from '#web/lib/router/router.ts'
import { useScroll } from '#web/lib/router/scroll.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { frameClass, mainClass } from './frame-look.ts'
import { Header } from './header.tsx'
import { useOfflineWorker } from './offline-worker.ts'
import { usePageArrival } from './page-arrival.ts'
import { PageInSight } from './page-in-sight.tsx'
import { BottomBar, SignedIn } from './signed-in-frame.ts'

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
  useSessionOfOtherTabs()
  useOfflineWorker(Boolean(viewer))
  usePageArrival(path, frame.title ? `${frame.title} · ${appName}` : appName)

  return (
    <div className={frameClass}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header bleed={frame.layout !== undefined} />
      <ConnectionNotice />
      {viewer && (
        <Suspense>
          {/* A new key per person, as pages have (guard.tsx). */}
          <SignedIn key={viewer.id} viewer={viewer} path={path} />
        </Suspense>
      )}
      <CornerAlerts
        besidesInline={pagesWithInlineAlerts.includes(path)}
        className={clsx('corner-alerts', frame.layout === 'entrance' ? 'over-art' : 'at-the-end')}
      />
      <main id="main" tabIndex={-1} className={mainClass(frame.layout)}>
        {frame.backToRestaurants && (
          <Link
            to="/"
            className={buttonClass({ variant: 'quiet', className: '-ml-3 mb-2 self-start !px-3' })}
          >
            <ArrowLeft aria-hidden="true" className="mr-2" />
            Back to Restaurants
          </Link>
        )}
        <PageInSight shown={shown} />
      </main>
      {viewer && !pagesWithoutBottomBar.includes(path) && (
        <Suspense>
          <BottomBar viewer={viewer} />
        </Suspense>
      )}
    </div>
  )
}
