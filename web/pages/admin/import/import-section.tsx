import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#contract/campuses.ts'
import { getConfigStatus } from '#contract/config-status.ts'
import { listUnlocated } from '#contract/distances.ts'
import { listImportRuns } from '#contract/import-runs.ts'
import { read } from '#web/api/queries.ts'
import { counted } from '#web/lib/counted.ts'
import { useSearch } from '#web/lib/router/router.ts'
import { urlParams } from '#web/lib/search-params.ts'
import { FailedAddresses } from '#web/shared/admin/failed-addresses.tsx'
import { PlainSection } from '#web/shared/admin/plain-section.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CsvImport } from './csv-import.tsx'
import { ImportRuns } from './import-runs.tsx'
import { OsmImport } from './osm-import.tsx'
import { YelpImport } from './yelp-import.tsx'

const tabs = [
  { value: 'yelp', label: 'Yelp API Import', content: <YelpImport /> },
  { value: 'csv', label: 'CSV File Import', content: <CsvImport /> },
  { value: 'osm', label: 'OpenStreetMap', content: <OsmImport /> },
] as const

export function ImportSection() {
  const search = useSearch()
  const chosen = tabs.find(({ value }) => value === search.tab) ?? tabs[0]
  // The forms wait for what is above them, so that nothing shifts.
  const runs = useQuery(read(listImportRuns))
  const config = useQuery(read(getConfigStatus))
  const campuses = useQuery(read(listCampuses))
  return (
    <PlainSection title="Import" isWaiting={runs.isPending || config.isPending || campuses.isPending}>
      <ImportRuns />
      <Loaded query={campuses} label="Loading the campuses" skeleton={<SkeletonText lines={3} />}>
        {() => (
          <Tabs
            label="Where from"
            tabs={tabs}
            value={chosen.value}
            onChange={tab => urlParams.refine({ tab, rows: undefined, page: undefined })}
          />
        )}
      </Loaded>
      <Unlocated />
    </PlainSection>
  )
}

/** Restaurants without a position, for users who may set one. */
function Unlocated() {
  const { data } = useQuery({
    ...read(listUnlocated),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.isLocating && 3_000,
  })
  if (!data || data.restaurants.length === 0) return null
  return (
    <FailedAddresses
      title={`${counted(data.restaurants.length, 'restaurant')} without a position`}
      lead="They have no pin on the map and no distance. Correct the address, or set the position on the map in the restaurant’s form."
      failures={data.restaurants}
    />
  )
}
