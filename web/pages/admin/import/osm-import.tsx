import { GitCompareArrows, Search } from 'lucide-react'
import { osmCredit } from '#contract/osm.ts'
import { serverMessage } from '#web/api/call.ts'
import { useCampusName } from '#web/kit/campus-name.ts'
import { ListSkeleton } from '#web/kit/list-skeleton.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type Around, AroundForm } from './around-form.tsx'
import { OsmDifferences } from './osm-differences.tsx'
import { OsmPlaces } from './osm-places.tsx'
import { usePlaceImport } from './use-import-runs.ts'
import { type OsmView, useOsmSearch } from './use-osm-search.ts'

/** Places to eat that OpenStreetMap knows around a campus, and where it knows ours better. */
export function OsmImport() {
  const { around, view, places, differences, query, start } = useOsmSearch()
  const nameOf = useCampusName()
  const write = usePlaceImport('osm')
  const ask = (next: Around, show: OsmView) => {
    write.selection.clear()
    start(next, show)
  }

  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">
        OpenStreetMap needs no key and no account. It brings hours, positions, cuisines and diets.
      </p>
      <AroundForm
        around={around}
        disabled={write.isBusy}
        actions={[
          {
            label: 'Find new places',
            icon: <Search aria-hidden="true" />,
            variant: around ? 'secondary' : 'primary',
            busy: places.isFetching,
            run: next => ask(next, 'places'),
          },
          {
            label: 'Compare ours',
            icon: <GitCompareArrows aria-hidden="true" />,
            busy: differences.isFetching,
            run: next => ask(next, 'differences'),
          },
        ]}
      />
      {!around ? null : query.isFetching && !query.data ? (
        <ListSkeleton label="Asking OpenStreetMap…" />
      ) : query.error ? (
        <ErrorState
          title={view === 'places' ? 'Search failed' : 'Comparison failed'}
          message={serverMessage(query.error) ?? 'OpenStreetMap can’t be reached right now.'}
          onRetry={() => void query.refetch()}
        />
      ) : view === 'places' && places.data ? (
        <OsmPlaces
          places={places.data}
          campusName={nameOf(around.campusCode)}
          campusCode={around.campusCode}
          write={write}
        />
      ) : view === 'differences' && differences.data ? (
        <OsmDifferences
          key={`${around.campusCode} ${around.miles}`}
          differences={differences.data}
          campusName={nameOf(around.campusCode)}
        />
      ) : null}
      <p className="text-muted text-sm">
        <a
          href="https://www.openstreetmap.org/copyright"
          target="_blank"
          rel="noopener noreferrer"
          className="underline underline-offset-2"
        >
          {osmCredit}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
    </div>
  )
}
