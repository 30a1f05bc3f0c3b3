import { type ReactNode, useEffect } from 'react'
import { LaidTable } from '#features/restaurants/web/artwork/laid-table.tsx'
import { isLoopback } from '#kit/rules/addresses/secure-address.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { focusHeading } from '#kit/web/focus/focus-heading.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'

interface AuthLayoutProps {
  title: string
  /** Under the title. */
  lead?: ReactNode
  /** Above the title: inline alerts. */
  alerts?: ReactNode
  children: ReactNode
}

let lastTitle = ''

/**
 * The pages before sign-in, with an illustration beside them, or above on narrow screens. At another address than the
 * one that is set up, where no one can sign in, they only lead there.
 */
export function AuthLayout(page: AuthLayoutProps) {
  const { appName, orgName, appUrl } = usePublicConfig()
  // The previous version's configuration, e.g. cached, has no `appUrl`.
  const isElsewhere = appUrl && appUrl !== location.origin && !isLoopback(location.hostname)
  const { title, lead, alerts, children } = isElsewhere ? elsewhere(appName, appUrl) : page
  // A page that replaces another form gets the focus, which was in that form.
  useEffect(() => {
    if (lastTitle && lastTitle !== title) focusHeading()
    lastTitle = title
  }, [title])
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:grid-rows-1">
      <div className="relative h-32 overflow-hidden sm:h-52 lg:sticky lg:top-[calc(4rem+1px)] lg:h-[calc(100dvh-4rem-1px)]">
        <LaidTable className="size-full" />
        <div className="-rotate-2 absolute bottom-12 left-12 hidden max-w-sm rounded-lg bg-raised px-8 py-6 shadow-floating lg:block">
          <p className="font-semibold font-serif text-3xl leading-tight">There’s a seat for you.</p>
          {/* Invisible in the placeholder, which doesn't know the organization's name yet. */}
          <p className="mt-2 text-muted in-[[inert]]:invisible">
            The restaurant management platform for {orgName || 'our church'}.
          </p>
        </div>
      </div>
      <div className="px-5 pt-8 pb-14 sm:pt-12 lg:px-12 lg:pt-[max(3rem,13dvh)]">
        <div className="mx-auto w-full max-w-md">
          {alerts}
          <h1 className="outline-none">{title}</h1>
          {lead && <div className="mt-2.5 text-muted">{lead}</div>}
          <div className="mt-7">{children}</div>
        </div>
      </div>
    </div>
  )
}

const elsewhere = (appName: string, appUrl: string): AuthLayoutProps => ({
  title: 'Please sign in at another address',
  lead: (
    <>
      {appName} is set up for <strong className="wrap-anywhere text-ink">{appUrl}</strong>. Signing in works
      only there.
    </>
  ),
  children: (
    <>
      <a
        href={appUrl + location.pathname + location.search}
        className={buttonClass({ variant: 'primary', size: 'large', className: 'w-full' })}
      >
        <span className="wrap-anywhere text-center">Go to {appUrl.replace(/^https?:\/\//, '')}</span>
      </a>
      <p className="mt-6 text-muted text-sm">
        If you run this server and this address is right, set APP_URL to{' '}
        <span className="wrap-anywhere">{location.origin}</span>.
      </p>
    </>
  ),
})

/** A quiet line with a link, below a form. */
export function AuthNote({ children }: { children: ReactNode }) {
  return <p className="mt-6 text-center text-muted">{children}</p>
}

export const authLinkClass =
  'inline-flex min-h-11 items-center font-semibold text-terracotta-ink underline decoration-2 decoration-terracotta/40 underline-offset-4 hover:decoration-current'
