import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type DialogSearch, parseDialogSearch } from './dialog-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog: Back leads to where it was opened. */
    opened?: boolean
  }
}

/**
 * Dialogs that live in the address of the page in sight: opening one adds to the history, so that Back closes it; closing
 * one goes back, or, where a link led straight to it, takes it out of the address.
 */
export function useDialogs() {
  const navigate = useNavigate()
  const router = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })

  const change = (part: Record<string, unknown>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      replace,
      resetScroll: false,
      state: replace ? state => state : { opened: true },
    })

  return {
    ...parseDialogSearch(search),
    /** `also`: what else the address of the new entry should say. */
    open: (dialog: DialogSearch & { pick?: number }, also: Record<string, unknown> = {}) =>
      change({ ...dialog, ...also }, false),
    close: (...names: (keyof DialogSearch | 'pick')[]) => {
      // The address changes a moment after going back: a second call in between must not go back twice.
      const current = new URLSearchParams(router.history.location.search)
      if (!names.some(name => current.has(name))) return
      if (router.history.location.state.opened) router.history.back()
      else change(Object.fromEntries(names.map(name => [name, undefined])), true)
    },
  }
}
