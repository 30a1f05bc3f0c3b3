/**
 * Makes callers share runs of `work`. Each caller gets the result of a run that began after its call, so no
 * result is outdated. All calls in one turn of the event loop share a run, and so do all calls during a run.
 */
export function coalesceRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    const run = work()
    current = run.then(end, end)
    return run
  }
  const end = () => {
    current = undefined
  }
  return () => {
    next ??= (current ?? nextLoopTurn()).then(begin)
    return next
  }
}

/** Resolves once all sockets with pending data have been read. */
const nextLoopTurn = () => new Promise(resolve => setImmediate(resolve))
