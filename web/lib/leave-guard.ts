import { useBlocker } from '@tanstack/react-router'

interface LeaveGuard {
  /** A navigation is blocked, waiting for the user's answer. */
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

type Place = { pathname: string; search: unknown }

/** Whether only the form for requests and reports opens or closes, above a page that stays. */
function staysOnPage(current: Place, next: Place): boolean {
  const rest = ({ search }: Place) => JSON.stringify({ ...(search as object), suggest: undefined })
  return current.pathname === next.pathname && rest(current) === rest(next)
}

/** Blocks navigation while something is unsaved, in a dialog or on a page; the browser asks before the window closes. */
export function useLeaveGuard(unsaved: boolean, where: 'dialog' | 'page' = 'dialog'): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && !(where === 'page' && staysOnPage(current, next)),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return {
    isLeaving: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  }
}

/** Blocks navigation while something runs that must not be interrupted; the browser asks before the window closes. */
export function useNoLeaving(running: boolean): void {
  useBlocker({ shouldBlockFn: () => running, enableBeforeUnload: running })
}
