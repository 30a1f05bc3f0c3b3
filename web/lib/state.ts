import { useEffect, useState } from 'react'

/** The latest value that wasn't undefined, for what must outlast it: a row that others delete, or what was typed about it. */
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
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 200)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

declare global {
  /** Set by browser tests, so that slow machines don't reach the limit. */
  var longestWaitMs: number | undefined
}

/** How long, in milliseconds, a page waits for content above the rest before it shows the rest without it. */
export const maxWaitMs = globalThis.longestWaitMs ?? 1_500

/** Whether the page has waited long enough for the content above the rest. */
export function useWaitTimedOut(): boolean {
  const [hasTimedOut, setHasTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasTimedOut(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return hasTimedOut
}
