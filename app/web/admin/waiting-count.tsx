import { useIsFetching, useQuery } from '@tanstack/react-query'
import { openSuggestionsQuery, viewerQuery } from '#features/accounts/web/viewer.ts'
import { Count } from '#kit/web/ui/badge.tsx'

/** The number of open suggestions, at the end of the inbox' menu entry. */
export function WaitingCount() {
  // With a stored user, the page is shown while the session is asked for, which brings the count.
  const isComing = useIsFetching({ queryKey: viewerQuery.queryKey }) > 0
  const { data } = useQuery({ ...openSuggestionsQuery, enabled: !isComing })
  if (!data) return null
  return (
    <span className="ml-auto">
      <Count value={data} unit="open" />
    </span>
  )
}
