import { writePending } from '#kit/web/router/pending-writes.ts'

let isReloading = false

// Nothing is lost, so the browser need not ask whether to leave. Comes before the listener of the router's history.
globalThis.addEventListener?.(
  'beforeunload',
  event => {
    if (isReloading) event.stopImmediatePropagation()
  },
  { capture: true },
)

/** Loads the page again, since code couldn't be loaded: at the same place, or at `href`, with what was typed. */
export function reloadAt(href?: string): void {
  writePending()
  if (href !== undefined) history.replaceState(history.state, '', href)
  isReloading = true
  location.reload()
}

/**
 * Reloads the page, once, if a script is missing because it is from an earlier release. Not while offline,
 * when reloading would lose the page. Returns whether it did.
 */
export function reloadIfOutdated(error: unknown): boolean {
  if (!navigator.onLine || !(error instanceof Error) || !/imported module|module script/i.test(error.message))
    return false
  try {
    const key = `reloaded: ${error.message}`
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, 'yes')
  } catch {
    return false
  }
  reloadAt()
  return true
}
