import { useQuery } from '@tanstack/react-query'
import { listCampuses } from '#features/campuses/contract.ts'
import { listUnlocated } from '#features/distances/contract.ts'
import { FailedAddresses } from '#features/distances/web/failed-addresses.tsx'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { read } from '#kit/web/api/queries.ts'
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

const tabsFor = ({ yelpKeyExists, osmEnabled }: Reply<typeof getConfigStatus>) => [
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

export function ImportSection() {
  const { tab } = useParams({ tab: param.text() })
  return (
    <PlainSection
      title="Import"
      queries={[read(getConfigStatus), read(listImportRuns), read(listCampuses)]}
      label="Loading the campuses"
    >
      {(status, _runs, _campuses) => {
        const tabs = tabsFor(status)
        const chosen = tabs.find(({ value }) => value === tab) ?? tabs.find(({ note }) => !note)
        return (
          <>
            <ImportRuns />
            <Tabs
              label="Where from"
              tabs={tabs}
              value={chosen?.value ?? 'csv'}
              onChange={next => urlParams.refine({ tab: next, rows: undefined, page: undefined })}
            />
            <Unlocated />
          </>
        )
      }}
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
