import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { getConfigStatus } from '#contract/configuration.ts'
import { yelpNotConfigured } from '#contract/yelp.ts'
import { isSuperUser } from '#domain/roles.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ListSkeleton } from '#web/shared/admin/list-skeleton.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { type SearchArea, SearchAreaForm } from './search-area-form.tsx'
import { usePlaceImport } from './use-import-runs.ts'
import { searchFailure, useYelpSearch } from './use-yelp-search.ts'
import { YelpPlaces } from './yelp-places.tsx'

/** Searches Yelp for restaurants around a campus, to select and import them. */
export function YelpImport() {
  const { area, query, start } = useYelpSearch()
  const write = usePlaceImport('yelp')
  const isConfigured = useQuery(read(getConfigStatus)).data?.yelpKeyExists
  const isUnconfigured = isConfigured === false || query.error?.message === yelpNotConfigured

  const search = (next: SearchArea) => {
    write.selection.clear()
    void start(next)
  }

  return (
    <div className="flex flex-col gap-6">
      {isUnconfigured && <NotConfigured />}
      <SearchAreaForm
        area={area}
        disabled={isUnconfigured || write.isBusy}
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
      {query.isFetching ? (
        <ListSkeleton label="Searching Yelp…" />
      ) : area && query.error && !isUnconfigured ? (
        <ErrorState title="Search failed" message={searchFailure(query.error)} onRetry={() => search(area)} />
      ) : (
        area && query.data && <YelpPlaces found={query.data} area={area} write={write} />
      )}
    </div>
  )
}

/** Says that Yelp isn't configured; users who can change that get a link. */
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
      Searching Yelp needs an API key, and this server has none. You can import a CSV file without one.
    </Banner>
  )
}
