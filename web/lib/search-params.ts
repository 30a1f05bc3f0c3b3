import { browserHistory, isLeaving, locationInSight, navigate, useSearch } from './router/router.ts'

type Part = Record<string, string | number | undefined>

/**
 * What the address of the page in sight says after its question mark. Dialogs live there: opening one adds to the
 * history, so that Back closes it; closing one goes back, or, where a link led straight to it, takes it out of the address.
 */
export function useSearchParams() {
  return { search: useSearch(), ...address }
}

/** How it is changed; what only does this need not be drawn anew with every address. */
export const address = {
  /** What it says at this moment, for what took a while. */
  has: (name: string) => new URLSearchParams(locationInSight().search).has(name),
  /** Replaces the history entry. Never blocked: narrowing a list behind a form loses nothing. */
  refine: (part: Part) => change(part, { replace: true, ignoreBlocker: true }),
  /** Replaces the history entry. Blocked by unsaved changes. */
  turnTo: (part: Part) => change(part, { replace: true }),
  open: (part: Part) => change(part, { replace: false }),
  close: (...names: string[]) => {
    if (isGoingBack || !names.some(address.has)) return
    if (locationInSight().state.opened && !isLeaving()) goBack()
    else change(Object.fromEntries(names.map(name => [name, undefined])), { replace: true })
  },
}

// It takes a while: a second tap meanwhile must not go back twice, out of the page.
let isGoingBack = false

function goBack() {
  isGoingBack = true
  const arrive = () => {
    isGoingBack = false
  }
  addEventListener('popstate', arrive, { once: true })
  // Where there is nothing to go back to, nothing is said either.
  setTimeout(arrive, 1_000)
  browserHistory().back()
}

const change = (part: Part, how: { replace: boolean; ignoreBlocker?: boolean }) =>
  navigate({
    to: '.',
    search: (before: Record<string, unknown>) => ({ ...before, ...part }),
    ...how,
    resetScroll: false,
    state: how.replace ? 'keep' : { opened: true },
  })

/** An id in the address, or undefined. */
export function parseId(value: unknown): number | undefined {
  const text = String(value ?? '')
  const id = Number(text)
  return /^[1-9]\d{0,9}$/.test(text) && id <= largestId ? id : undefined
}

const largestId = 2_147_483_647
