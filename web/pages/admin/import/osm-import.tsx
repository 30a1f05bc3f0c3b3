import { GitCompareArrows, Search } from 'lucide-react'
import { serverMessage } from '#web/api/call.ts'
import { useCampusName } from '#web/api/campus-name.ts'
import { counted } from '#web/lib/counted.ts'
import { ListSkeleton } from '#web/shared/admin/list-skeleton.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { OsmCredit } from '#web/ui/osm-credit.tsx'
import { Progress, ProgressBar } from '#web/ui/progress.tsx'
import { OsmDifferences } from './osm-differences.tsx'
import { OsmPlaces } from './osm-places.tsx'
import { type SearchArea, SearchAreaForm } from './search-area-form.tsx'
import { usePlaceImport } from './use-import-runs.ts'
import { type OsmView, useOsmSearch } from './use-osm-search.ts'

/** Finds places to eat around a campus in OpenStreetMap, or compares our restaurants with its data. */
export function OsmImport() {
  const { area, view, places, comparison, start } = useOsmSearch()
  const nameOf = useCampusName()
  const write = usePlaceImport('osm')
  const ask = (next: SearchArea, show: OsmView) => {
    write.selection.clear()
    start(next, show)
  }

  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">
        OpenStreetMap needs no key and no account. It brings hours, positions, cuisines and diets.
      </p>
      <SearchAreaForm
        area={area}
        disabled={write.isBusy}
        actions={[
          {
            label: 'Find new places',
            icon: <Search aria-hidden="true" />,
            variant: area ? 'secondary' : 'primary',
            busy: places.isFetching,
            run: next => ask(next, 'places'),
          },
          {
            label: 'Compare ours',
            icon: <GitCompareArrows aria-hidden="true" />,
            busy: comparison.isRunning,
            run: next => ask(next, 'differences'),
          },
        ]}
      />
      {!area ? null : view === 'differences' ? (
        <OsmComparisonView
          key={`${area.campusCode} ${area.miles}`}
          comparison={comparison}
          campusCode={area.campusCode}
          onRetry={() => comparison.begin(area)}
        />
      ) : places.isFetching && !places.data ? (
        <ListSkeleton label="Asking OpenStreetMap…" />
      ) : places.error ? (
        <ErrorState
          title="Search failed"
          message={serverMessage(places.error) ?? unreachable}
          onRetry={() => void places.refetch()}
        />
      ) : (
        places.data && (
          <OsmPlaces
            places={places.data}
            campusName={nameOf(area.campusCode)}
            campusCode={area.campusCode}
            write={write}
          />
        )
      )}
      <OsmCredit />
    </div>
  )
}

const unreachable = 'OpenStreetMap can’t be reached right now.'

interface OsmComparisonViewProps {
  comparison: ReturnType<typeof useOsmSearch>['comparison']
  campusCode: string
  onRetry: () => void
}

/** A comparison's progress, then its result. */
function OsmComparisonView({ comparison, campusCode, onRetry }: OsmComparisonViewProps) {
  const campusName = useCampusName()(campusCode)
  const { data, isRunning, error } = comparison
  if (!isRunning && (error || data?.state === 'failed')) {
    return (
      <ErrorState
        title="Comparison failed"
        message={data?.problem ?? serverMessage(error) ?? unreachable}
        onRetry={onRetry}
      />
    )
  }
  if (data?.state === 'done' && data.differences && !isRunning)
    return <OsmDifferences differences={data.differences} campusCode={campusCode} />
  const { count = 0, done = 0 } = data?.state === 'running' ? data : {}
  if (count === 0) return <Progress label={`Asking OpenStreetMap about the restaurants of ${campusName}…`} />
  const label = `Comparing with the restaurants of ${campusName}…`
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span role="status">{label}</span>
        <span className="tabular-nums">
          {done.toLocaleString('en-US')} of {counted(count, 'place')}
        </span>
      </p>
      <ProgressBar label={label} value={done} max={count} />
    </div>
  )
}
