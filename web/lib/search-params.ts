import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was pushed by opening a dialog: Back returns to where it was opened. */
    opened?: boolean
  }
}

type Part = Record<string, string | number | undefined>

/**
 * What the address of the page in sight says after its question mark. Dialogs live there: opening one adds to the
 * history, so that Back closes it; closing one goes back, or, where a link led straight to it, takes it out of the address.
 */
export function useSearchParams() {
  const navigate = useNavigate()
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })

  const change = (part: Part, how: { replace: boolean; ignoreBlocker?: boolean }) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      ...how,
      resetScroll: false,
      state: how.replace ? state => state : { opened: true },
    })

  return {
    search,
    /** Replaces the history entry. Never blocked: narrowing a list behind a form loses nothing. */
    refine: (part: Part) => change(part, { replace: true, ignoreBlocker: true }),
    /** Replaces the history entry. Blocked by unsaved changes. */
    turnTo: (part: Part) => change(part, { replace: true }),
    open: (part: Part) => change(part, { replace: false }),
    close: (...names: string[]) => {
      // Going back is asynchronous: a second call in between must not go back twice.
      const current = new URLSearchParams(router.history.location.search)
      if (!names.some(name => current.has(name))) return
      if (router.history.location.state.opened) router.history.back()
      else change(Object.fromEntries(names.map(name => [name, undefined])), { replace: true })
    },
  }
}

/** An id in the address, or undefined. */
export function parseId(value: unknown): number | undefined {
  const text = String(value ?? '')
  const id = Number(text)
  return /^[1-9]\d{0,9}$/.test(text) && id <= largestId ? id : undefined
}

const largestId = 2_147_483_647
