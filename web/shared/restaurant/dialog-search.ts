import { useSearch } from '#web/lib/router/router.ts'
import { parseId, urlParams } from '#web/lib/search-params.ts'
import { type LunchSearch, parseLunchSearch } from '#web/shared/lunches/lunch-search.ts'

/** The dialogs about one restaurant or lunch, as the address names them. */
export type DialogSearch = LunchSearch & {
  /** The restaurant whose details are open. */
  restaurant?: number
  /** Which of its two editors is open above the details. */
  edit?: 'details' | 'team'
  /** The restaurant that is being rated. */
  rate?: number
}

export function parseDialogSearch(search: Record<string, unknown>): DialogSearch {
  const restaurant = parseId(search.restaurant)
  const rate = parseId(search.rate)
  const { edit } = search
  return {
    ...(restaurant && { restaurant }),
    ...(rate && { rate }),
    ...parseLunchSearch(search),
    ...(restaurant && (edit === 'details' || edit === 'team') && { edit }),
  }
}

/** The dialogs about one restaurant, in the current address. */
export function useDialogs(): DialogSearch {
  return parseDialogSearch(useSearch())
}

export function openDialog(dialog: DialogSearch & { pick?: number }): void {
  urlParams.open({ ...dialog })
}

export function closeDialogs(...names: (keyof DialogSearch | 'pick')[]): void {
  urlParams.close(...names)
}
