import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows, Search } from 'lucide-react'
import { useState } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { osmCredit } from '#contract/osm.ts'
import { serverMessage } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { ListSkeleton } from '#web/kit/list-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { OsmDifferences } from './osm-differences.tsx'
import { OsmPlaces } from './osm-places.tsx'
import { type OsmWish, useOsmDifferences, useOsmImport, useOsmPlaces, useOsmWish } from './use-osm.ts'
import { radii } from './use-yelp-search.ts'

/** Places to eat that OpenStreetMap knows around a campus, and what it knows better of those that are there. */
export function OsmImport() {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const { wish, start } = useOsmWish()
  const [campusCode, setCampusCode] = useState(wish?.campusCode ?? '')
  const [miles, setMiles] = useState<number>(wish?.miles ?? radii.usual)
  const [problem, setProblem] = useState<string>()
  const places = useOsmPlaces(wish)
  const differences = useOsmDifferences(wish)
  const write = useOsmImport()
  const isWriting = write.progress !== undefined
  const query = wish?.show === 'differences' ? differences : places

  const ask = (show: OsmWish['show']) => {
    if (campusCode === '') return setProblem('No campus selected')
    const isSame = wish?.campusCode === campusCode && wish.miles === miles && wish.show === show
    if (isSame) void query.refetch()
    else start({ campusCode, miles, show })
  }
  const campusName = campuses.find(({ code }) => code === wish?.campusCode)?.name ?? wish?.campusCode ?? ''

  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">
        OpenStreetMap needs no key and no account. It brings hours, positions, cuisines and diets.
      </p>
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[2fr_3fr_auto]">
        <Field label="Campus" error={problem} required>
          <Select
            value={campusCode}
            onChange={event => {
              setCampusCode(event.target.value)
              setProblem(undefined)
            }}
            disabled={isWriting}
          >
            <option value="">Select a campus</option>
            {campuses.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Slider
          label="Search radius"
          unit={['mile', 'miles']}
          min={radii.least}
          max={radii.most}
          value={miles}
          onChange={setMiles}
          disabled={isWriting}
        />
        <div className="flex flex-wrap gap-2 max-lg:*:flex-1 lg:mt-7.5">
          <Button
            variant={wish ? 'secondary' : 'primary'}
            icon={<Search aria-hidden="true" />}
            busy={places.isFetching}
            disabled={isWriting}
            onClick={() => ask('places')}
          >
            Find new places
          </Button>
          <Button
            icon={<GitCompareArrows aria-hidden="true" />}
            busy={differences.isFetching}
            disabled={isWriting}
            onClick={() => ask('differences')}
          >
            Compare ours
          </Button>
        </div>
      </div>
      {wish && query.isFetching && !query.data ? (
        <ListSkeleton label="Asking OpenStreetMap…" />
      ) : wish && query.error ? (
        <ErrorState
          title={wish.show === 'places' ? 'Search failed' : 'Comparison failed'}
          message={serverMessage(query.error) ?? 'OpenStreetMap can’t be reached right now.'}
          onRetry={() => void query.refetch()}
        />
      ) : wish?.show === 'places' && places.data ? (
        <OsmPlaces
          key={`${wish.campusCode} ${wish.miles}`}
          places={places.data}
          campusName={campusName}
          progress={write.progress}
          onImport={osmIds => void write.start(wish.campusCode, osmIds)}
        />
      ) : wish?.show === 'differences' && differences.data ? (
        <OsmDifferences
          key={`${wish.campusCode} ${wish.miles}`}
          differences={differences.data}
          campusName={campusName}
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
