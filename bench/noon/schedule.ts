/** A whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

/** When something that happens so often in a minute, at any time alike, happens: seconds, growing, without an end. */
export function* moments(perMinute: number, random: Random): Generator<number> {
  if (perMinute <= 0) return
  for (let at = 0; ; ) {
    at -= (Math.log(1 - random(fine) / fine) * 60) / perMinute
    yield at
  }
}

const fine = 1e9

/**
 * Does something at each of these moments, whether or not what was begun before has ended: a server that stalls meets
 * all that it would have met, and each is measured from the moment it was due.
 */
export async function keepTo(
  schedule: Iterable<number>,
  { start, seconds, signal }: { start: number; seconds: number; signal: AbortSignal },
  act: (due: number) => void,
): Promise<void> {
  for (const moment of schedule) {
    if (moment >= seconds || signal.aborted) return
    const due = start + moment * 1000
    const wait = due - performance.now()
    if (wait > 0) await pause(wait, signal)
    if (signal.aborted) return
    act(due)
  }
}

/** Ends early where the signal says so. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
