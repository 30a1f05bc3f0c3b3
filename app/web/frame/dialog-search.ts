import { type LunchSearch, parseLunchSearch } from '#features/lunches/web/cards/lunch-search.ts'
import { parseSuggestSearch, type SuggestSearch } from '#features/suggestions/web/suggest-search.ts'
import { useSearch } from '#kit/web/router/router.ts'
import { parseId } from '#kit/web/router/search-params.ts'

/** The dialogs above a page, as the address names them. */
export type DialogSearch = LunchSearch &
  SuggestSearch & {
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
    ...parseSuggestSearch(search),
    ...(restaurant && (edit === 'details' || edit === 'team') && { edit }),
  }
}

/** The dialogs in the current address. */
export function useDialogs(): DialogSearch {
  return parseDialogSearch(useSearch())
}
