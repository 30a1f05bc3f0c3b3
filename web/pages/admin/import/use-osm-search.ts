import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOsmComparison, searchOsm, startOsmComparison } from '#contract/osm.ts'
import { read } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { noSearchArea, type SearchArea, useSearchArea } from './search-area-form.tsx'

export type OsmView = 'places' | 'differences'

export const osmQueries = [searchOsm, getOsmComparison]

// Only a button press refetches; the server caches these replies for ten minutes anyway.
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const inputOf = ({ campusCode, miles }: SearchArea) => ({ query: { campusCode, radius: String(miles) } })

/** Searches for places, or compares ours with OpenStreetMap, depending on the URL. */
export function useOsmSearch() {
  const { area, search, refine } = useSearchArea()
  const view: OsmView = search.show === 'differences' ? 'differences' : 'places'
  const input = inputOf(area ?? noSearchArea)
  const places = useQuery({
    ...read(searchOsm, input),
    ...once,
    enabled: area !== undefined && view === 'places',
  })
  const comparison = useComparison(view === 'differences' ? area : undefined)

  const start = (next: SearchArea, show: OsmView) => {
    const isSame = area?.campusCode === next.campusCode && area.miles === next.miles && view === show
    if (show === 'differences') comparison.begin(next)
    else if (isSame) void places.refetch()
    if (!isSame) refine({ ...next, show })
  }
  return { area, view, places, comparison, start }
}

/** The comparison for an area: started if there is none, and polled until it ends, whoever started it. */
function useComparison(area: SearchArea | undefined) {
  const queryClient = useQueryClient()
  const input = inputOf(area ?? noSearchArea)
  const query = useQuery({
    ...read(getOsmComparison, input),
    enabled: area !== undefined,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => state.data?.state === 'running' && 1_000,
  })
  const { mutate, isPending, error } = useWrite(startOsmComparison, {
    stale: [],
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
