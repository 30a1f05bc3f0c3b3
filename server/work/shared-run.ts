/**
 * Runs that callers share: each caller gets the result of a run that began after it asked, so nobody is given what was true
 * before. Those who ask in one turn of the event loop share a run, and so does everybody who asks while one is under way.
 */
export function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
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
    next ??= (current ?? turnOfTheLoop()).then(begin)
    return next
  }
}

/** Once all sockets that had something to say were read. */
const turnOfTheLoop = () => new Promise(resolve => setImmediate(resolve))
