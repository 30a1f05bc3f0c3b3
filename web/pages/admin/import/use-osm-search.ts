import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOsmComparison, searchOsm, startOsmComparison } from '#contract/osm.ts'
import { read, useWrite } from '#web/api/queries.ts'
import { type Around, nowhere, useAround } from './around-form.tsx'

export type OsmView = 'places' | 'differences'

export const osmQueries = [searchOsm, getOsmComparison]

// Only a button press refetches; the server caches these replies for ten minutes anyway.
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
const inputOf = ({ campusCode, miles }: Around) => ({ query: { campusCode, radius: String(miles) } })

/** Searches for places, or compares ours with OpenStreetMap, depending on the URL. */
export function useOsmSearch() {
  const { around, search, refine } = useAround()
  const view: OsmView = search.show === 'differences' ? 'differences' : 'places'
  const input = inputOf(around ?? nowhere)
  const places = useQuery({
    ...read(searchOsm, input),
    ...once,
    enabled: around !== undefined && view === 'places',
  })
  const comparison = useComparison(view === 'differences' ? around : undefined)

  const start = (next: Around, show: OsmView) => {
    const isSame = around?.campusCode === next.campusCode && around.miles === next.miles && view === show
    if (show === 'differences') comparison.begin(next)
    else if (isSame) void places.refetch()
    if (!isSame) refine({ ...next, show })
  }
  return { around, view, places, comparison, start }
}

/** The comparison for an area: started if there is none, and polled until it ends, whoever started it. */
function useComparison(around: Around | undefined) {
  const queryClient = useQueryClient()
  const input = inputOf(around ?? nowhere)
  const query = useQuery({
    ...read(getOsmComparison, input),
    enabled: around !== undefined,
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
  const begin = (next: Around) => mutate(inputOf(next))
  const isMissing = around !== undefined && query.data?.state === 'none' && !isPending && !error
  useEffect(() => {
    if (isMissing && around) mutate(inputOf(around))
  }, [isMissing, around, mutate])
  const isRunning = isPending || query.data?.state === 'running'
  return { data: query.data, begin, isRunning, error: error ?? query.error }
}
