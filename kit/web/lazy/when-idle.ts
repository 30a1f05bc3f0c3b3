import { useEffect } from 'react'

// In milliseconds: by then, a page usually shows all of its content.
const idleDelayMs = 2_000

/** Preloads code that isn't needed yet, once the page is complete and the browser is idle. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: loading is one and the same, however it is written
  useEffect(() => {
    // The code that needs the part imports it again, so a failure surfaces there.
    return whenIdle(() => void load().catch(() => undefined))
  }, [])
}

/** Calls `start` once the page is complete and the browser is idle; returns a function that cancels this. */
export function whenIdle(start: () => void): () => void {
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'undefined') start()
    else requestIdleCallback(start)
  }, idleDelayMs)
  return () => clearTimeout(timer)
}
