import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { listCampuses } from '#contract/campuses.ts'
import { yelpNotConfigured } from '#contract/yelp.ts'
import { read } from '#web/api/queries.ts'
import { ListSkeleton } from '#web/kit/list-skeleton.tsx'
import { useSelection } from '#web/kit/selection.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { useYelpImport } from './use-yelp-import.ts'
import { radii, searchFailure, useYelpSearch } from './use-yelp-search.ts'
import { useYelpIsConfigured } from './use-yelp-status.ts'
import { YelpNotConfigured } from './yelp-not-configured.tsx'
import { YelpOutcomeCard } from './yelp-outcome.tsx'
import { YelpResults } from './yelp-results.tsx'

/** Restaurants around a campus that Yelp knows: looked for first, then chosen and imported. */
export function YelpImport() {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const { wish, query, start, markImported } = useYelpSearch()
  const [campusCode, setCampusCode] = useState(wish?.campusCode ?? '')
  const [miles, setMiles] = useState<number>(wish?.miles ?? radii.usual)
  const [problem, setProblem] = useState<string>()
  const selection = useSelection<string>()
  const write = useYelpImport(({ present }) => {
    selection.clear()
    if (wish) markImported(wish, present)
  })
  const isUnconfigured = useYelpIsConfigured() === false || query.error?.message === yelpNotConfigured
  const isWriting = write.progress !== undefined

  const search = () => {
    if (campusCode === '') return setProblem('No campus selected')
    selection.clear()
    write.forget()
    void start({ campusCode, miles })
  }
  const nameOf = (code: string) => campuses.find(campus => campus.code === code)?.name ?? code

  return (
    <div className="flex flex-col gap-6">
      {isUnconfigured && <YelpNotConfigured />}
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[2fr_3fr_auto]">
        <Field label="Campus" error={problem} required>
          <Select
            value={campusCode}
            onChange={event => {
              setCampusCode(event.target.value)
              setProblem(undefined)
            }}
            disabled={isUnconfigured || isWriting}
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
          disabled={isUnconfigured || isWriting}
        />
        <Button
          variant={query.data ? 'secondary' : 'primary'}
          icon={<Search aria-hidden="true" />}
          busy={query.isFetching}
          disabled={isUnconfigured || isWriting}
          onClick={search}
          className="lg:mt-7.5"
        >
          Search
        </Button>
      </div>
      {write.outcome && (
        <YelpOutcomeCard outcome={write.outcome} campusName={nameOf(write.outcome.campusCode)} />
      )}
      {query.isFetching ? (
        <ListSkeleton label="Searching Yelp…" />
      ) : query.error && !isUnconfigured ? (
        <ErrorState title="Search failed" message={searchFailure(query.error)} onRetry={search} />
      ) : (
        wish &&
        query.data && (
          <YelpResults
            found={query.data}
            wish={wish}
            campusName={nameOf(wish.campusCode)}
            selection={selection}
            progress={write.progress}
            onImport={yelpIds => void write.start({ campusCode: wish.campusCode, yelpIds })}
          />
        )
      )}
    </div>
  )
}
