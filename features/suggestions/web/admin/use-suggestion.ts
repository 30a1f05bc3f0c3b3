import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/api/queries.ts'
import { type AdminSuggestion, getAdminSuggestion } from '../../contract.ts'

/** One message of the inbox; immediately available if it is in the list. */
export function useSuggestion(id: number, rows: readonly AdminSuggestion[]) {
  return useQuery({
    ...read(getAdminSuggestion, { params: { id } }),
    staleTime: 0,
    placeholderData: () => rows.find(row => row.id === id),
  })
}
