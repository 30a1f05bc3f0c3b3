import { useBlocker } from '@tanstack/react-router'

interface LeaveGuard {
  /** Somebody is about to leave, and waits for the answer. */
  isLeaving: boolean
  stay: () => void
  leave: () => void
}

/** Holds up every change of the address while there is something unsaved; the browser asks before the window closes. */
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

/** Lets nobody leave while something runs that must not be left; the browser asks before the window closes. */
export function useNoLeaving(running: boolean): void {
  useBlocker({ shouldBlockFn: () => running, enableBeforeUnload: running })
}
