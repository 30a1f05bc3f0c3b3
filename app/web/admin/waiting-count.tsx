import { useQuery } from '@tanstack/react-query'
import { openSuggestionsQuery } from '#features/accounts/web/viewer.ts'
import { Count } from '#kit/web/ui/badge.tsx'

/** The number of open suggestions, at the end of the inbox' menu entry. */
export function WaitingCount() {
  const { data } = useQuery(openSuggestionsQuery)
  if (!data) return null
  return (
    <span className="ml-auto">
      <Count value={data} unit="open" />
    </span>
  )
}
