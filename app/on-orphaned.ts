const interval = 250

/**
 * Calls `stop` when npm is told to end. npm runs a script through a shell, which passes no signal on: it just ends, and
 * the script gets another parent. Returns a function that stops looking.
 */
export function onOrphaned(stop: () => void): () => void {
  // Without npm, a parent may end while this process should go on, as after a logout.
  if (process.env.npm_lifecycle_event === undefined) return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, interval)
  timer.unref()
  return () => clearInterval(timer)
}
