import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { getConfigStatus } from '#kit/contract/config-status.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import { serverMessage } from '#kit/web/api/call.ts'
import { read } from '#kit/web/api/queries.ts'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { useSearch } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { searchYelp, yelpNotConfigured } from '../../yelp-contract.ts'
import { noSearchArea, type SearchArea, SearchAreaForm, searchAreaIn } from './search-area-form.tsx'
import { usePlaceImport } from './use-import-runs.ts'
import { foundLabel, YelpPlaces } from './yelp-places.tsx'

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

function useYelpSearch() {
  const search = useSearch()
  const area = searchAreaIn(search)
  const queryClient = useQueryClient()
  const query = useQuery({ ...queryOf(area ?? noSearchArea), enabled: area !== undefined })

  const start = async (next: SearchArea) => {
    urlParams.refine(next)
    try {
      // Always refetch: the user presses Search to see what is new.
      const { restaurants } = await queryClient.fetchQuery({ ...queryOf(next), staleTime: 0 })
      toast({ title: 'Search completed', description: foundLabel(restaurants.length), variant: 'success' })
    } catch (error) {
      toast({ title: 'Search failed', description: searchFailure(error), variant: 'destructive' })
    }
  }
  return { area, query, start }
}

const searchFailure = (error: unknown) => serverMessage(error) ?? 'Failed to search restaurants'

// Yelp allows only a few searches a day: only a button press refetches.
const queryOf = ({ campusCode, miles }: SearchArea) => ({
  ...read(searchYelp, { query: { campusCode, radius: (miles * metersPerMile).toFixed(2) } }),
  staleTime: Number.POSITIVE_INFINITY,
})

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
