import { useEffect } from 'react'

// By then a page has what it shows, as a rule.
const restAfter = 2_000

/** Loads a part of the page that nobody has asked for yet, once the page stands and there is nothing else to do. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading is one and the same, however it is written
  useEffect(() => {
    // The code that needs the part imports it again, and the failure surfaces there.
    return whenIdle(() => void load().catch(() => undefined))
  }, [])
}

/** Does something once the page stands and there is nothing else to do; returns how to call it off. */
export function whenIdle(start: () => void): () => void {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') start()
    else requestIdleCallback(start)
  }, restAfter)
  return () => clearTimeout(timer)
}
