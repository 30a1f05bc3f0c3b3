import { useQuery } from '@tanstack/react-query'
import { openSuggestionsQuery } from '#web/api/viewer.ts'
import { Count } from '#web/ui/badge.tsx'

/** What waits in sections, by their keys. */
export function useSectionCounts(): Partial<Record<string, number>> {
  const { data } = useQuery(openSuggestionsQuery)
  return data ? { inbox: data } : {}
}

/** At the end of a section's entry in a menu. */
export function WaitingCount({ value }: { value: number | undefined }) {
  return value ? (
    <span className="ml-auto">
      <Count value={value} unit="open" />
    </span>
  ) : null
}
