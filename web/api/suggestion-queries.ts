import type { Endpoint } from '#contract/endpoint.ts'
import { getSession } from '#contract/sessions.ts'
import { getAdminSuggestion, listAdminSuggestions, listSuggestions } from '#contract/suggestions.ts'

/** Invalidated when a suggestion is sent or answered; the session's response counts the open ones. */
export const suggestionQueries: readonly Endpoint[] = [
  listSuggestions,
  listAdminSuggestions,
  getAdminSuggestion,
  getSession,
]
