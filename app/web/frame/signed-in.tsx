import { CircleUserRound, House, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { User } from '#features/accounts/people-contract.ts'
import { DepartureBar } from '#features/lunches/web/departure-bar.tsx'
import { LunchesLive } from '#features/lunches/web/lunches-live.tsx'
import { suggestParams } from '#features/suggestions/web/suggest-search.ts'
import { type Access, mayAccess } from '#kit/rules/roles.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { formatDate, formatTime, greeting, greetingName } from '#kit/rules/time/clock.ts'
import { useNow } from '#kit/web/browser/now.ts'
import { lazyCode } from '#kit/web/lazy/lazy-code.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { useLazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { ViewerButton } from './viewer-button.tsx'

/* The frame around the pages of signed-in users, loaded by signed-in-frame.ts. */

const SuggestDialog = lazyDialog(
  async () => (await import('#features/suggestions/web/suggest-dialog.tsx')).SuggestDialog,
  { rare: true },
)

/** Shown on every page of signed-in users. */
export function SignedIn({ viewer, path }: { viewer: User; path: string }) {
  // Without a campus, Home shows no lunches.
  const { campus } = useParams({ campus: param.text() })
  const isHome = campus !== undefined && path === '/'
  return (
    <>
      <LazySuggest />
      {/* A new key per department, since each has its own lunches. */}
      <LunchesLive key={viewer.department} viewerId={viewer.id} />
      <DepartureBar viewerId={viewer.id} path={path} isHome={isHome} />
    </>
  )
}

/** The form for requests and reports, on every page. */
function LazySuggest() {
  const { suggest } = useParams(suggestParams)
  return <SuggestDialog open={suggest !== undefined} onClose={() => urlParams.close('suggest')} />
}

const menu = lazyCode(() => import('./lazy/viewer-menu.tsx'))

/** A greeting, the time, and the signed-in user's menu. */
export function ViewerInHeader({ viewer, timeZone }: { viewer: User; timeZone: string }) {
  return (
    <>
      <div className="greeting ml-auto min-w-0 text-right max-md:flex-1 max-md:text-left">
        <p className="truncate font-semibold leading-snug">
          <Greeting viewer={viewer} timeZone={timeZone} />
        </p>
        <p className="text-muted text-sm tabular-nums leading-snug md:truncate">
          <Clock timeZone={timeZone} />
        </p>
      </div>
      <AccountMenu viewer={viewer} />
    </>
  )
}

function AccountMenu({ viewer }: { viewer: User }) {
  const { opened, buttonProps } = useLazyMenu(menu)
  if (!opened) return <ViewerButton viewer={viewer} {...buttonProps} />
  const { ViewerMenu } = opened.module
  return <ViewerMenu viewer={viewer} openedBy={opened.by} />
}

function Greeting({ viewer, timeZone }: { viewer: Parameters<typeof greetingName>[0]; timeZone: string }) {
  return sentence`${greeting(useNow(), timeZone)}, ${greetingName(viewer)}`
}

/** A separate component, since it re-renders each second; not announced. */
function Clock({ timeZone }: { timeZone: string }) {
  const now = useNow()
  return (
    <time dateTime={now.toISOString()}>
      {formatTime(now, timeZone)}
      <span aria-hidden="true"> · </span>
      {formatDate(now, timeZone)}
    </time>
  )
}

const entries: { to: '/' | '/profile' | '/admin'; label: string; Icon: LucideIcon; access: Access }[] = [
  { to: '/', label: 'Home', Icon: House, access: 'user' },
  { to: '/profile', label: 'Profile', Icon: CircleUserRound, access: 'user' },
  { to: '/admin', label: 'Admin', Icon: SlidersHorizontal, access: 'admin' },
]

/** Navigation on phones. shell.css leaves room for it. */
export function BottomBar({ viewer }: { viewer: User }) {
  const open = entries.filter(({ access }) => mayAccess(viewer, access))
  return (
    <nav
      aria-label="Main"
      className="bottom-bar tall:fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul role="list" className="flex h-16">
        {open.map(({ to, label, Icon }) => (
          <li key={to} className="flex-1">
            <Link
              to={to}
              className="flex h-full flex-col items-center justify-center gap-0.5 font-semibold text-muted text-xs -outline-offset-4 focus-visible:-outline-offset-4 aria-[current=page]:text-terracotta-ink"
            >
              <Icon className="size-6" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
