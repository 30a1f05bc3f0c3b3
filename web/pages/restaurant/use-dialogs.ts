import { useAddress } from '#web/lib/address.ts'
import { type DialogSearch, parseDialogSearch } from './dialog-search.ts'

/** The dialogs about one restaurant, in the address of the page in sight. */
export function useDialogs() {
  const { search, open, close } = useAddress()
  return {
    ...parseDialogSearch(search),
    /** `also`: what else the address of the new entry should say. */
    open: (dialog: DialogSearch & { pick?: number }, also: Record<string, string | undefined> = {}) =>
      open({ ...dialog, ...also }),
    close: (...names: (keyof DialogSearch | 'pick')[]) => close(...names),
  }
}
