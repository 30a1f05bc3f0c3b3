/** After so many failed calls in a row the service is left alone for a while. */
const failuresInRow = 5
const leftAloneFor = 30_000

/** Keeps calls from a service that has failed repeatedly. */
export function createCircuitBreaker(now: () => number) {
  let failed = 0
  let openUntil = Number.NEGATIVE_INFINITY
  return {
    /** 0: it may be called. */
    secondsToWait: () => Math.max(0, Math.ceil((openUntil - now()) / 1000)),
    succeeded: () => {
      failed = 0
    },
    // Once it was left alone, a single further failure opens the circuit again.
    failed: () => {
      failed += 1
      if (failed >= failuresInRow) openUntil = now() + leftAloneFor
    },
  }
}
