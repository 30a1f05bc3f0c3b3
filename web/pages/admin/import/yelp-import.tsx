import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { getConfigStatus } from '#contract/configuration.ts'
import { importFromYelp, mostYelpIds, yelpNotConfigured } from '#contract/yelp.ts'
import { isSuperUser } from '#domain/roles.ts'
import { call } from '#web/api/call.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { ListSkeleton } from '#web/kit/list-skeleton.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type Around, AroundForm } from './around-form.tsx'
import { PlaceOutcomeCard, PlaceProgress } from './place-outcome.tsx'
import { usePlaceImport } from './use-place-import.ts'
import { searchFailure, useYelpSearch } from './use-yelp-search.ts'
import { YelpPlaces } from './yelp-places.tsx'

/** Restaurants that Yelp knows around a campus: searched first, then chosen and imported. */
export function YelpImport() {
  const { around, query, start, markImported } = useYelpSearch()
  const write = usePlaceImport({
    source: 'Yelp',
    most: mostYelpIds,
    write: (campusCode, yelpIds) => call(importFromYelp, { body: { campusCode, yelpIds } }),
    onDone: ({ present }) => around && markImported(around, present),
  })
  const isConfigured = useQuery(read(getConfigStatus)).data?.yelpKeyExists
  const isUnconfigured = isConfigured === false || query.error?.message === yelpNotConfigured

  const search = (next: Around) => {
    write.forget()
    void start(next)
  }

  return (
    <div className="flex flex-col gap-6">
      {isUnconfigured && <NotConfigured />}
      <AroundForm
        around={around}
        disabled={isUnconfigured || write.progress !== undefined}
        actions={[
          {
            label: 'Search',
            icon: <Search aria-hidden="true" />,
            variant: query.data ? 'secondary' : 'primary',
            busy: query.isFetching,
            run: search,
          },
        ]}
      />
      {!around && write.progress && <PlaceProgress progress={write.progress} />}
      {write.outcome && (
        <PlaceOutcomeCard outcome={write.outcome} source="Yelp" onUndo={ids => void write.undo(ids)} />
      )}
      {query.isFetching ? (
        <ListSkeleton label="Searching Yelp…" />
      ) : around && query.error && !isUnconfigured ? (
        <ErrorState
          title="Search failed"
          message={searchFailure(query.error)}
          onRetry={() => search(around)}
        />
      ) : (
        around && query.data && <YelpPlaces found={query.data} around={around} write={write} />
      )}
    </div>
  )
}

/** Why nothing can be searched; those who can change it get a link to where. */
function NotConfigured() {
  const mayConfigure = isSuperUser(useSignedIn())
  return (
    <Banner
      severity="warning"
      title={yelpNotConfigured}
      action={
        mayConfigure && (
          <Link to="/config" className={buttonClass({ size: 'small' })}>
            API configuration
          </Link>
        )
      }
    >
      Searching Yelp takes an API key, and this server has none. A CSV file can be imported without one.
    </Banner>
  )
}
