import { useQuery } from '@tanstack/react-query'
import { openSuggestionsQuery } from '#web/api/viewer.ts'
import { Count } from '#web/ui/badge.tsx'

/** The number of open items in each section, by section key. */
export function useSectionCounts(): Partial<Record<string, number>> {
  const { data } = useQuery(openSuggestionsQuery)
  return data ? { inbox: data } : {}
}

/** Shown at the end of a section's menu entry. */
export function WaitingCount({ value }: { value: number | undefined }) {
  return value ? (
    <span className="ml-auto">
      <Count value={value} unit="open" />
    </span>
  ) : null
}
