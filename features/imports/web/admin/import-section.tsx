import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#features/campuses/contract.ts'
import { listUnlocated } from '#features/distances/contract.ts'
import { FailedAddresses } from '#features/distances/web/failed-addresses.tsx'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { listImportRuns } from '../../import-runs-contract.ts'
import { CsvImport } from './csv-import.tsx'
import { ImportRuns } from './import-runs.tsx'
import { OsmImport } from './osm-import.tsx'
import { PlaceImport } from './place-import.tsx'
import { yelp } from './place-source.tsx'

export function ImportSection() {
  const { tab } = useParams({ tab: param.text() })
  // The forms wait for what is above them, so that nothing shifts.
  const runs = useQuery(read(listImportRuns))
  const config = useQuery(read(getConfigStatus))
  const campuses = useQuery(read(listCampuses))
  const { yelpKeyExists = true, osmEnabled = true } = config.data ?? {}
  const tabs = [
    {
      value: 'yelp',
      label: 'Yelp API Import',
      note: yelpKeyExists ? undefined : 'needs a key',
      content: <PlaceImport source={yelp} />,
    },
    { value: 'csv', label: 'CSV File Import', content: <CsvImport /> },
    {
      value: 'osm',
      label: 'OpenStreetMap',
      note: osmEnabled ? undefined : 'turned off',
      content: <OsmImport />,
    },
  ]
  const chosen = tabs.find(({ value }) => value === tab) ?? tabs.find(({ note }) => !note)
  return (
    <PlainSection title="Import" isWaiting={runs.isPending || config.isPending || campuses.isPending}>
      <ImportRuns />
      <Loaded query={campuses} label="Loading the campuses" skeleton={<SkeletonText lines={3} />}>
        {() => (
          <Tabs
            label="Where from"
            tabs={tabs}
            value={chosen?.value ?? 'csv'}
            onChange={next => urlParams.refine({ tab: next, rows: undefined, page: undefined })}
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
