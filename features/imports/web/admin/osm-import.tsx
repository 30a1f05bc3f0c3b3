import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GitCompareArrows, Search } from 'lucide-react'
import { useEffect } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { OsmCredit } from '#features/map/web/osm-credit.tsx'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { serverMessage } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Progress, ProgressBar } from '#kit/web/loading/progress.tsx'
import { useSearch } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { getOsmComparison, osmTurnedOff, searchOsm, startOsmComparison } from '../../osm-contract.ts'
import { OsmDifferences } from './osm-differences.tsx'
import { OsmPlaces } from './osm-places.tsx'
import { noSearchArea, type SearchArea, SearchAreaForm, searchAreaIn } from './search-area-form.tsx'
import { usePlaceImport } from './use-import-runs.ts'

/** Finds places to eat around a campus in OpenStreetMap, or compares our restaurants with its data. */
export function OsmImport() {
  const { area, view, places, comparison, start } = useOsmSearch()
  const write = usePlaceImport('osm')
  const isTurnedOff = useQuery(read(getConfigStatus)).data?.osmEnabled === false
  const ask = (next: SearchArea, show: OsmView) => {
    write.selection.clear()
    start(next, show)
  }

  return (
    <div className="flex flex-col gap-6">
      {isTurnedOff ? (
        <Banner severity="warning" title={osmTurnedOff}>
          Whoever runs the server can turn it on: OVERPASS_URL is ‘off’ in its settings.
        </Banner>
      ) : (
        <p className="max-w-prose text-muted">
          OpenStreetMap needs no key and no account. It brings hours, positions, cuisines and diets.
        </p>
      )}
      <SearchAreaForm
        area={area}
        disabled={isTurnedOff || write.isBusy}
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
        places.data && <OsmPlaces places={places.data} campusCode={area.campusCode} write={write} />
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

type OsmView = 'places' | 'differences'

// Only a button press refetches; the server caches these replies for ten minutes anyway.
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const inputOf = ({ campusCode, miles }: SearchArea) => ({ query: { campusCode, radius: String(miles) } })

/** Searches for places, or compares ours with OpenStreetMap, depending on the URL. */
function useOsmSearch() {
  const search = useSearch()
  const area = searchAreaIn(search)
  const view: OsmView = search.show === 'differences' ? 'differences' : 'places'
  const places = useQuery({
    ...read(searchOsm, inputOf(area ?? noSearchArea)),
    ...once,
    enabled: area !== undefined && view === 'places',
  })
  const comparison = useComparison(view === 'differences' ? area : undefined)

  const start = (next: SearchArea, show: OsmView) => {
    const isSame = area?.campusCode === next.campusCode && area.miles === next.miles && view === show
    if (show === 'differences') comparison.begin(next)
    else if (isSame) void places.refetch()
    if (!isSame) urlParams.refine({ ...next, show })
  }
  return { area, view, places, comparison, start }
}

/** The comparison for an area: started if there is none, and polled until it ends, even if another user started it. */
function useComparison(area: SearchArea | undefined) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...read(getOsmComparison, inputOf(area ?? noSearchArea)),
    enabled: area !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => state.data?.state === 'running' && 1_000,
  })
  const { mutate, isPending, error } = useWrite(startOsmComparison, {
    touches: [],
    onSuccess: (begun, asked) => {
      queryClient.setQueryData(read(getOsmComparison, asked).queryKey, begun)
    },
  })
  const begin = (next: SearchArea) => mutate(inputOf(next))
  const isMissing = area !== undefined && query.data?.state === 'none' && !isPending && !error
  useEffect(() => {
    if (isMissing && area) mutate(inputOf(area))
  }, [isMissing, area, mutate])
  const isRunning = isPending || query.data?.state === 'running'
  return { data: query.data, begin, isRunning, error: error ?? query.error }
}
