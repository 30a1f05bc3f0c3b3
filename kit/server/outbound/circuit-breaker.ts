/** After this many failed calls in a row, the service is not called for a while. */
const maxFailures = 5
const pauseMs = 30_000

/** Blocks calls to a service that has failed repeatedly. */
export function createCircuitBreaker(now: () => number) {
  let failed = 0
  let openUntil = Number.NEGATIVE_INFINITY
  return {
    /** The time until the next call is allowed; 0 if it is allowed now. */
    secondsToWait: () => Math.max(0, Math.ceil((openUntil - now()) / 1000)),
    succeeded: () => {
      failed = 0
    },
    // After the pause, a single failure opens the circuit again.
    failed: () => {
      failed += 1
      if (failed >= maxFailures) openUntil = now() + pauseMs
    },
  }
}
