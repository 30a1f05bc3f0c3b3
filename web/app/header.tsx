import type { User } from '#contract/people.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Link } from '#web/lib/router/link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { useLazyMenu } from '#web/ui/lazy-menu.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Clock, Greeting } from './clock.tsx'
import { headerClass, headerColumnClass, homeLinkClass } from './frame-look.ts'
import { ViewerButton } from './viewer-button.tsx'

const loadMenu = () => import('./viewer-menu.tsx')

/** `bleed`: as wide as a page that takes the whole width. */
export function Header({ bleed }: { bleed: boolean }) {
  const viewer = useViewer()
  const { appName, timeZone } = usePublicConfig()
  return (
    <header className={headerClass}>
      <div className={headerColumnClass(bleed)}>
        <Link to="/" aria-label={appName} className={homeLinkClass}>
          <Logo className="size-9 shrink-0" />
          <span className={viewer ? 'max-md:hidden' : 'truncate'}>{appName}</span>
        </Link>
        <div className="min-w-0 flex-1 text-right max-md:text-left">
          {viewer && (
            <>
              <p className="truncate font-semibold leading-snug">
                <Greeting viewer={viewer} timeZone={timeZone} />
              </p>
              <p className="truncate text-muted text-sm tabular-nums leading-snug">
                <Clock timeZone={timeZone} />
              </p>
            </>
          )}
        </div>
        {viewer && <Account viewer={viewer} />}
        {viewer === null && (
          <Link to="/auth" className={buttonClass({ className: 'shrink-0' })}>
            Login
          </Link>
        )}
      </div>
    </header>
  )
}

function Account({ viewer }: { viewer: User }) {
  const { opened, buttonProps } = useLazyMenu(loadMenu)
  if (!opened) return <ViewerButton viewer={viewer} {...buttonProps} />
  const { ViewerMenu } = opened.module
  return <ViewerMenu viewer={viewer} openedBy={opened.by} />
}
