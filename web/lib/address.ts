import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog: Back leads to where it was opened. */
    opened?: boolean
  }
}

type Part = Record<string, string | number | undefined>

/**
 * What the address of the page in sight says after its question mark. Dialogs live there: opening one adds to the
 * history, so that Back closes it; closing one goes back, or, where a link led straight to it, takes it out of the address.
 */
export function useAddress() {
  const navigate = useNavigate()
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })

  const change = (part: Part, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      replace,
      resetScroll: false,
      state: replace ? state => state : { opened: true },
    })

  return {
    search,
    /** Without adding to the history. */
    refine: (part: Part) => change(part, true),
    open: (part: Part) => change(part, false),
    close: (...names: string[]) => {
      // The address changes a moment after going back: a second call in between must not go back twice.
      const current = new URLSearchParams(router.history.location.search)
      if (!names.some(name => current.has(name))) return
      if (router.history.location.state.opened) router.history.back()
      else change(Object.fromEntries(names.map(name => [name, undefined])), true)
    },
  }
}
