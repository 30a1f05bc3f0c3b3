import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { ImportResult } from './import-result.tsx'
import type { YelpOutcome } from './use-yelp-import.ts'

interface YelpOutcomeProps {
  outcome: YelpOutcome
  campusName: string
}

/** What the latest import did, until the next search. */
export function YelpOutcomeCard({ outcome, campusName }: YelpOutcomeProps) {
  const { result, failure, campusCode } = outcome
  const didSomething = failure === undefined || result.imported + result.skipped + result.errors.length > 0
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may stand far below.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={place} className="flex scroll-mt-20 flex-col gap-4">
      {failure !== undefined && (
        <Banner severity="danger" title="Failed to import restaurants">
          {failure}
        </Banner>
      )}
      {didSomething && (
        <ImportResult
          result={result}
          source="Yelp"
          faulty={['restaurant', 'restaurants']}
          campus={{ code: campusCode, name: campusName }}
        />
      )}
    </div>
  )
}
