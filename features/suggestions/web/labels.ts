import { distinctNames } from '#kit/rules/texts/place-names.ts'
import type { BadgeTone } from '#kit/web/ui/badge.tsx'
import type { Suggestion, SuggestionKind, SuggestionState } from '../contract.ts'

/** What the sender calls it. */
export const kindLabels: Record<SuggestionKind, string> = {
  restaurant: 'Restaurant request',
  problem: 'Problem report',
  feature: 'Feature request',
  mistake: 'Inaccurate information',
}

export const stateLooks: Record<SuggestionState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'saffron' },
  done: { label: 'Done', tone: 'olive' },
  declined: { label: 'Declined', tone: 'neutral' },
}

/** The restaurant that the suggestion is about, or else its kind. */
export const suggestionTitle = ({ kind, name, restaurant }: Suggestion) =>
  restaurant?.name ?? name ?? kindLabels[kind]

/** The same for a list, in which branches of a chain are told apart. */
export function suggestionTitles(listed: readonly Suggestion[]): (suggestion: Suggestion) => string {
  const names = distinctNames(listed.flatMap(({ restaurant }) => restaurant ?? []))
  return suggestion => names.get(suggestion.restaurant?.id ?? 0) ?? suggestionTitle(suggestion)
}
