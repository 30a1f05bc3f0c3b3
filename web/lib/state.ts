import { useEffect, useId, useState } from 'react'
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
  /**
   * Changes each time the dialog opens, so that it starts with fresh state. No other dialog has it: of two siblings
   * with the same key, React may leave one on the screen.
   */
  key: string
  open: boolean
  /** What the dialog is about. After closing, it keeps the last value, which is shown while the dialog fades out. */
  value: T | undefined
}

/** The state of a dialog that is open while `value` isn't undefined. */
export function useDialogState<T>(value: T | undefined): DialogState<T> {
  const id = useId()
  const [state, setState] = useState({ count: 0, open: false, value })
  const open = value !== undefined
  const count = open && !state.open ? state.count + 1 : state.count
  const shown = open ? value : state.value
  if (open !== state.open || shown !== state.value) setState({ count, open, value: shown })
  return { key: `${id}${count}`, open, value: shown }
}
