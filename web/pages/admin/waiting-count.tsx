import { useQuery } from '@tanstack/react-query'
import { openSuggestionsQuery } from '#web/api/viewer.ts'
import { Count } from '#web/ui/badge.tsx'

/** The number of open items in a section, at the end of its menu entry. */
export function WaitingCount({ section }: { section: string }) {
  const { data } = useQuery(openSuggestionsQuery)
  if (section !== 'inbox' || !data) return null
  return (
    <span className="ml-auto">
      <Count value={data} unit="open" />
    </span>
  )
}
