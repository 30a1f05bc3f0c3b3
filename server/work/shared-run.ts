/**
 * Runs that callers share: each caller gets the result of a run that began after it asked, so nobody is given what was true
 * before. While one run is under way, everybody who asks shares the next.
 */
export function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    const run = work().finally(() => {
      if (current === run) current = undefined
    })
    current = run
    next = undefined
    return run
  }
  return () => {
    if (!current) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}
