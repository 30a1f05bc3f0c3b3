import { type Place, useBlocker } from './router/blocker.ts'

interface LeaveGuard {
  /** A navigation is blocked, waiting for the user's answer. */
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

/** Whether a navigation only opens or closes the form for requests and reports, above the same page. */
function staysOnPage(current: Place, next: Place): boolean {
  const rest = ({ search }: Place) => JSON.stringify({ ...search, suggest: undefined })
  return current.pathname === next.pathname && rest(current) === rest(next)
}

/** Blocks navigation while a dialog or page has unsaved changes; the browser asks before the window closes. */
export function useLeaveGuard(unsaved: boolean, where: 'dialog' | 'page' = 'dialog'): LeaveGuard {
  const blocker = useBlocker({
    shouldBlock: (current, next) => unsaved && !(where === 'page' && staysOnPage(current, next)),
    beforeUnload: unsaved,
  })
  return {
    isLeaving: blocker.isBlocked,
    stay: blocker.reset,
    leave: blocker.proceed,
  }
}

/** Blocks navigation while something runs that must not be interrupted; the browser asks before the window closes. */
export function useBlockLeaving(running: boolean): void {
  useBlocker({ shouldBlock: () => running, beforeUnload: running, asks: false })
}
