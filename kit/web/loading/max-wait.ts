import { useEffect, useState } from 'react'

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
