import { type SuggestionKind, suggestionKinds } from '#contract/suggestions.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { parseId, urlParams } from '#web/lib/search-params.ts'

/** The dialogs above a page, as the address names them. */
export type DialogSearch = {
  /** The restaurant whose details are open. */
  restaurant?: number
  /** Which of its two editors is open above the details. */
  edit?: 'details' | 'team'
  /** The restaurant that is being rated. */
  rate?: number
  /** The lunch that is open. */
  lunch?: number
  /** A lunch is being started: at this restaurant, or 'new' if the place is still to be chosen. */
  start?: number | 'new'
  /** The form for a request or a report. */
  suggest?: SuggestionKind
}

export function parseDialogSearch(search: Record<string, unknown>): DialogSearch {
  const restaurant = parseId(search.restaurant)
  const rate = parseId(search.rate)
  const lunch = parseId(search.lunch)
  const start = search.start === 'new' ? 'new' : parseId(search.start)
  const suggest = suggestionKinds.find(known => known === search.suggest)
  const { edit } = search
  return {
    ...(restaurant && { restaurant }),
    ...(rate && { rate }),
    ...(lunch && { lunch }),
    ...(start && { start }),
    ...(suggest && { suggest }),
    ...(restaurant && (edit === 'details' || edit === 'team') && { edit }),
  }
}

/** The dialogs in the current address. */
export function useDialogs(): DialogSearch {
  return parseDialogSearch(useSearch())
}

export function openDialog(dialog: DialogSearch & { pick?: number }): void {
  urlParams.open(dialog)
}

export function closeDialogs(...names: (keyof DialogSearch | 'pick')[]): void {
  urlParams.close(...names)
}
