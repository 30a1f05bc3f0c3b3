import { useEffect, useRef } from 'react'
import { counted } from '#web/lib/counted.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import type { ImportProgress, PlaceOutcome } from './use-place-import.ts'

interface PlaceOutcomeCardProps {
  outcome: PlaceOutcome
  source: string
  onUndo: (ids: readonly number[]) => void
}

/** What the latest import of places did, until the next search. */
export function PlaceOutcomeCard({ outcome, source, onUndo }: PlaceOutcomeCardProps) {
  const { result, failure, campusCode, added } = outcome
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
      {added.length > 0 && (
        <Button className="self-start" onClick={() => onUndo(added)}>
          Undo: remove {counted(added.length, 'new restaurant')}
        </Button>
      )}
    </div>
  )
}

/** An import that goes on after its page was left and entered again. */
export function PlaceProgress({ progress: { done, total } }: { progress: ImportProgress }) {
  return (
    <Progress
      label={`Importing ${counted(total, 'restaurant')}…${done > 0 ? ` ${done.toLocaleString('en-US')} are done.` : ''}`}
    />
  )
}
