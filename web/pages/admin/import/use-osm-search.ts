import { useQuery } from '@tanstack/react-query'
import { listOsmDifferences, searchOsm } from '#contract/osm.ts'
import { read } from '#web/api/queries.ts'
import { type Around, nowhere, useAround } from './around-form.tsx'

export type OsmView = 'places' | 'differences'

export const osmQueries = [searchOsm, listOsmDifferences]

// Nothing but a press of a button asks again; the server keeps these replies for ten minutes anyway.
const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }

/** Places that are new, or differences of those we have: whichever the address names. */
export function useOsmSearch() {
  const { around, search, refine } = useAround()
  const view: OsmView = search.show === 'differences' ? 'differences' : 'places'
  const { campusCode, miles } = around ?? nowhere
  const input = { query: { campusCode, radius: String(miles) } }
  const isShown = (one: OsmView) => around !== undefined && view === one
  const places = useQuery({ ...read(searchOsm, input), ...once, enabled: isShown('places') })
  const differences = useQuery({
    ...read(listOsmDifferences, input),
    ...once,
    enabled: isShown('differences'),
  })
  const query = view === 'places' ? places : differences

  const start = (next: Around, show: OsmView) => {
    const isSame = around?.campusCode === next.campusCode && around.miles === next.miles && view === show
    if (isSame) void query.refetch()
    else refine({ ...next, show })
  }
  return { around, view, places, differences, query, start }
}
