import { GitCompareArrows } from 'lucide-react'
import { useEffect } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { OsmCredit } from '#features/map/web/osm-credit.tsx'
import { counted } from '#kit/rules/texts/counted.ts'
import { serverMessage } from '#kit/web/api/call.ts'
import { type Job, useJob } from '#kit/web/api/use-job.ts'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { getOsmComparison, type OsmComparison, startOsmComparison } from '../../osm-contract.ts'
import { OsmDifferences } from './osm-differences.tsx'
import { PlaceImport } from './place-import.tsx'
import { osm, osmInput } from './place-source.tsx'
import { noSearchArea, type SearchArea, useSearchArea } from './search-area-form.tsx'

/** Finds places to eat around a campus in OpenStreetMap, or compares our restaurants with its data. */
export function OsmImport() {
  const { show } = useParams({ show: param.text() })
  const asked = useSearchArea()
  const area = show === 'differences' ? asked : undefined
  const comparison = useComparison(area)
  return (
    <div className="flex flex-col gap-6">
      <PlaceImport
        source={osm}
        other={{
          action: {
            label: 'Compare ours',
            icon: <GitCompareArrows />,
            busy: comparison.isRunning,
            run: next => {
              comparison.begin(next)
              urlParams.refine({ ...next, show: 'differences' })
            },
          },
          content: area && (
            <Comparison
              key={`${area.campusCode} ${area.miles}`}
              comparison={comparison}
              campusCode={area.campusCode}
              onRetry={() => comparison.begin(area)}
            />
          ),
        }}
      />
      <OsmCredit />
    </div>
  )
}

interface ComparisonProps {
  comparison: ReturnType<typeof useComparison>
  campusCode: string
  onRetry: () => void
}

/** A comparison's progress, then its result. */
function Comparison({ comparison, campusCode, onRetry }: ComparisonProps) {
  const campusName = useCampusName()(campusCode)
  const { data, isRunning, error } = comparison
  if (!isRunning && (error || data?.state === 'failed')) {
    return (
      <ErrorState
        title="Comparison failed"
        message={data?.problem ?? serverMessage(error) ?? osm.texts.failed}
        onRetry={onRetry}
      />
    )
  }
  if (data?.state === 'done' && data.differences && !isRunning)
    return <OsmDifferences differences={data.differences} campusCode={campusCode} />
  const { count = 0, done = 0 } = data?.state === 'running' ? data : {}
  return count === 0 ? (
    <Progress label={`Asking OpenStreetMap about the restaurants of ${campusName}…`} />
  ) : (
    <Progress
      label={`Comparing with the restaurants of ${campusName}…`}
      of={{ done, count }}
      figures={`${done.toLocaleString('en-US')} of ${counted(count, 'place')}`}
    />
  )
}

const comparisons: Job<typeof startOsmComparison, typeof getOsmComparison, OsmComparison> = {
  start: startOsmComparison,
  progress: getOsmComparison,
  progressOf: input => input,
  runsOf: comparison => [comparison],
  idOf: () => 'comparison',
  isRunning: ({ state }) => state === 'running',
  begun: comparison => comparison,
  isWatched: false,
}

/** The comparison for an area, started if there is none. */
function useComparison(area: SearchArea | undefined) {
  const isAsked = area !== undefined
  const { data, error, begin, running } = useJob(comparisons, osmInput(area ?? noSearchArea), isAsked)
  const { mutate, isPending } = begin
  const isMissing = isAsked && data?.state === 'none' && !isPending && !begin.error
  useEffect(() => {
    if (isMissing) mutate(osmInput(area))
  }, [isMissing, area, mutate])
  return {
    data,
    begin: (next: SearchArea) => mutate(osmInput(next)),
    isRunning: isPending || running.length > 0,
    error: begin.error ?? error,
  }
}
