import { useBlocker } from '@tanstack/react-router'

interface LeaveGuard {
  /** A navigation is blocked, waiting for the user's answer. */
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

/** Blocks navigation while something is unsaved; the browser asks before the window closes. */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
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
