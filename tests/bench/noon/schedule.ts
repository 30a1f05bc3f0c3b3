import { setTimeout } from 'node:timers/promises'

/** A random integer from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

/** Endless random times, in ascending seconds, of an event that happens `perMinute` times on average. */
export function* poissonTimes(perMinute: number, random: Random): Generator<number> {
  if (perMinute <= 0) return
  for (let at = 0; ; ) {
    at -= (Math.log(1 - random(fine) / fine) * 60) / perMinute
    yield at
  }
}

const fine = 1e9

/** Calls `act` at each of these times even if earlier work is still running: a server that stalls gets the same load. */
export async function followSchedule(
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

/** Ends early if the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
