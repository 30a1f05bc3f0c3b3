import type { User } from '#contract/people.ts'
import { formatDate, formatTime, greeting, greetingName } from '#domain/clock.ts'
import { sentence } from '#domain/isolated.ts'
import { lazyCode } from '#web/lib/lazy-code.ts'
import { useNow } from '#web/lib/now.ts'
import { useLazyMenu } from '#web/ui/lazy-menu.tsx'
import { ViewerButton } from './viewer-button.tsx'

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
