import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useViewer } from '#features/accounts/web/viewer.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Logo } from '#kit/web/ui/logo.tsx'
import { headerClass, headerColumnClass, homeLinkClass } from './frame-classes.ts'
import { ViewerInHeader } from './signed-in-frame.ts'

interface HeaderProps {
  /** Full width, for pages that take the whole width. */
  bleed: boolean
  alerts: ReactNode
}

export function Header({ bleed, alerts }: HeaderProps) {
  const viewer = useViewer()
  const { appName, timeZone } = usePublicConfig()
  return (
    <header className={headerClass}>
      <div className={headerColumnClass(bleed)}>
        <Link to="/" aria-label={appName} className={homeLinkClass}>
          <Logo />
          <span className={clsx('app-name', viewer ? 'max-md:hidden' : 'truncate max-[16rem]:hidden')}>
            {appName}
          </span>
        </Link>
        {alerts}
        {/* On phones an alert has all the room there is. */}
        {viewer ? (
          <ViewerInHeader viewer={viewer} timeZone={timeZone} />
        ) : (
          <div className="flex-1 max-md:hidden" />
        )}
        {viewer === null && (
          <Link to="/auth" className={buttonClass({ className: 'ml-auto shrink-0' })}>
            Login
          </Link>
        )}
      </div>
    </header>
  )
}
