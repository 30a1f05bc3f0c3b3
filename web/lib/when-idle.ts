import { useEffect } from 'react'

// Browsers without requestIdleCallback wait a moment instead.
const moment = 1_000

/** Loads a part of the page that nobody has asked for yet, once there is nothing else to do. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading is one and the same, however it is written
  useEffect(() => {
    // Whoever needs the part asks again, and sees a failure then.
    const start = () => void load().catch(() => undefined)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(start, moment)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(start)
    return () => cancelIdleCallback(request)
  }, [])
}
