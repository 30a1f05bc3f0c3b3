import { useEffect, useState } from 'react'
import { maxWaitMs } from './max-wait.ts'

/** The latest value that wasn't undefined, so that a dialog keeps its content while it fades out. */
export function useSticky<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** Whether the condition holds, or has ever held while the component was shown. */
export function useEver(condition: boolean): boolean {
  const [ever, setEver] = useState(condition)
  if (condition && !ever) setEver(true)
  return condition || ever
}

/** The value once it hasn't changed for a moment: for work too costly to do on each keystroke. */
export function useDebounced<T>(value: T, milliseconds = 200): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return debounced
}

/** Whether the page has waited long enough for the content above the rest. */
export function useWaitTimedOut(): boolean {
  const [hasTimedOut, setHasTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasTimedOut(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return hasTimedOut
}

interface DialogState<T> {
  /** Changes each time the dialog opens, so that it starts with fresh state. */
  key: number
  open: boolean
  /** What the dialog is about. After closing, it keeps the last value, which is shown while the dialog fades out. */
  value: T | undefined
}

/** The state of a dialog that is open while `value` isn't undefined. */
export function useDialogState<T>(value: T | undefined): DialogState<T> {
  const [state, setState] = useState<DialogState<T>>({ key: 0, open: false, value: undefined })
  const open = value !== undefined
  if (open === state.open && (!open || value === state.value)) return state
  const next = {
    key: open && !state.open ? state.key + 1 : state.key,
    open,
    value: open ? value : state.value,
  }
  setState(next)
  return next
}
