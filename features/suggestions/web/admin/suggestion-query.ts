import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { type AdminSuggestion, getAdminSuggestion } from '../../contract.ts'

/** One message of the inbox; immediately available if it is in the list. */
export const suggestionQuery = (id: number, rows: readonly AdminSuggestion[]) =>
  queryOptions<AdminSuggestion, ApiError>({
    ...read(getAdminSuggestion, { params: { id } }),
    staleTime: 0,
    placeholderData: () => rows.find(row => row.id === id),
  })
