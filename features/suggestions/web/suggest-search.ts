import { type SuggestionKind, suggestionKinds } from '../contract.ts'

/** The form for a request or a report, as the address names it. */
export type SuggestSearch = { suggest?: SuggestionKind }

export function parseSuggestSearch(search: Record<string, unknown>): SuggestSearch {
  const suggest = suggestionKinds.find(known => known === search.suggest)
  return suggest ? { suggest } : {}
}
