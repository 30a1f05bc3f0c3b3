import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import type { PlaceOutcome } from './use-place-import.ts'

/** What the latest import of places did, until the next search. */
export function PlaceOutcomeCard({ outcome, source }: { outcome: PlaceOutcome; source: string }) {
  const { result, failure, campusCode } = outcome
  const didSomething = failure === undefined || result.imported + result.skipped + result.errors.length > 0
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed may stand far below. Braces, since newer browsers return a promise.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="flex scroll-mt-20 flex-col gap-4">
      {failure !== undefined && (
        <Banner severity="danger" title="Failed to import restaurants">
          {failure}
        </Banner>
      )}
      {didSomething && (
        <ImportOutcome result={result} source={source} faulty="restaurant" campusCode={campusCode} />
      )}
    </div>
  )
}
