import { type SuggestionKind, suggestionKinds } from '#contract/suggestions.ts'
import { useSearchParams } from '#web/lib/search-params.ts'

/** The form in the address, `?suggest=restaurant`, on any page. */
export function useSuggestForm() {
  const { search, close } = useSearchParams()
  const kind: SuggestionKind | undefined = suggestionKinds.find(known => known === search.suggest)
  return { kind, restaurantId: search.restaurant, close: () => close('suggest') }
}
