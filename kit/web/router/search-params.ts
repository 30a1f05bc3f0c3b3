import { useMemo, useSyncExternalStore } from 'react'
import { type Params, type Part, parseQuery, readParams, type Search, type Values } from './params.ts'
import { writePending } from './pending-writes.ts'
import { browserHistory, isLeaving, navigate, onShown, visibleLocation } from './router.ts'

/**
 * What the address of the visible page says by these rules. The same object, and no further render, while it says the
 * same: opening a dialog doesn't render the list behind it again.
 */
export function useParams<P extends Params>(params: P): Values<P> {
  const json = useSyncExternalStore(onShown, () => JSON.stringify(readParams(params, visibleSearch())))
  return useMemo(() => JSON.parse(json), [json])
}

const visibleSearch = (): Search => parseQuery(visibleLocation().search)

/**
 * Changes the query parameters of the visible page, which `useParams` reads. Dialogs are kept there: opening one adds
 * a history entry, so that Back closes it. Closing one goes back or, if a link led straight to it, removes it from
 * the address.
 */
export const urlParams = {
  /** Whether a parameter is in the address right now, with this value; for code that runs after a wait. */
  has: (name: string, value?: number) => {
    const found = visibleSearch()[name]
    return value === undefined ? found !== undefined : found === String(value)
  },
  /** What the address says, with what was typed just now; for what is pressed. */
  current: (): Search => {
    writePending()
    return visibleSearch()
  },
  /** Replaces the history entry. Never blocked: narrowing a list behind a form loses nothing. */
  refine: (part: Part) => change(part, { replace: true, ignoreBlocker: true }),
  /** Replaces the history entry. Blocked by unsaved changes. */
  replace: (part: Part) => change(part, { replace: true }),
  open: (part: Part) => change(part, { replace: false }),
  close: (...names: string[]) => {
    if (isGoingBack || !names.some(name => urlParams.has(name))) return
    if (visibleLocation().state.opened && !isLeaving()) goBack()
    else change(Object.fromEntries(names.map(name => [name, undefined])), { replace: true })
  },
  /** Whether `close` is going back right now, rather than the user. */
  isClosing: () => isGoingBack,
}

// Going back takes a moment, in which a second tap must not go back again and leave the page.
let isGoingBack = false

function goBack() {
  isGoingBack = true
  const onArrived = () => {
    isGoingBack = false
  }
  addEventListener('popstate', onArrived, { once: true })
  // If there is nothing to go back to, the browser fires no event.
  setTimeout(onArrived, 1_000)
  browserHistory().back()
}

const change = (part: Part, how: { replace: boolean; ignoreBlocker?: boolean }) =>
  navigate({
    to: '.',
    search: before => ({ ...before, ...part }),
    ...how,
    resetScroll: false,
    state: how.replace ? 'keep' : { opened: true },
  })
