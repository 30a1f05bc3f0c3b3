import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { RestaurantDialogs } from '#web/pages/restaurant/restaurant-dialogs.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CampusRestaurants } from './campus-restaurants.tsx'
import { type HomeSearch, parseHomeSearch } from './home-search.ts'
import { lastCampusOf, rememberCampus } from './last-campus.ts'
import { Welcome } from './welcome.tsx'

export function HomePage() {
  const viewer = useSignedIn()
  const chooserId = useId()
  const navigate = useNavigate()
  const search = parseHomeSearch(useSearch({ strict: false }))
  const { data: campuses, error, refetch, isFetching } = useQuery(read(listCampuses))

  const chosen = campuses?.find(({ code }) => code === search.campus)
  const remembered = campuses?.find(({ code }) => code === lastCampusOf(viewer.id))
  if (campuses && !chosen && remembered) {
    return <Navigate to="/" search={{ ...search, campus: remembered.code }} replace />
  }

  const refine = (part: Partial<HomeSearch>) =>
    void navigate({
      to: '/',
      search: (before: Record<string, unknown>) => ({ ...parseHomeSearch(before), ...part }),
      replace: true,
      resetScroll: false,
      state: state => state,
    })
  const choose = (code: string) => {
    rememberCampus(viewer.id, code)
    // The welcome panel is no place to go back to: the campus is remembered from now on.
    void navigate({
      to: '/',
      search: (before: Record<string, unknown>) => ({ ...parseHomeSearch(before), campus: code }),
      replace: !chosen,
      resetScroll: false,
    })
  }

  return (
    <>
      <h1 id={chooserId}>Find Restaurants Near:</h1>
      {campuses ? (
        <Segmented
          label="Campus"
          size="large"
          // A row to swipe on phones, from edge to edge and fading out; all of them where there is room.
          className="!-mx-(--gutter) mt-3 !px-(--gutter) max-md:mask-r-from-[calc(100%-2.5rem)] md:[&>div]:w-auto md:[&>div]:flex-wrap"
          options={ownFirst(campuses, viewer.campusCode).map(({ code, name }) => ({
            value: code,
            label: name,
          }))}
          value={chosen?.code}
          onChange={choose}
        />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ChooserSkeleton />
      )}
      {chosen ? (
        <CampusRestaurants key={chosen.code} campus={chosen} search={search} refine={refine} />
      ) : (
        campuses && (
          <Welcome
            onSuggest={() => document.querySelector<HTMLElement>('main [role="radiogroup"] input')?.focus()}
          />
        )
      )}
      <RestaurantDialogs />
    </>
  )
}

function ownFirst(campuses: readonly Campus[], own: string): Campus[] {
  return campuses.toSorted((a, b) => Number(b.code === own) - Number(a.code === own))
}

function ChooserSkeleton() {
  return (
    <div role="status" className="mt-4 flex gap-2 overflow-hidden">
      <span className="sr-only">Loading campuses</span>
      {[1, 2, 3, 4, 5, 6, 7, 8].map(button => (
        <Skeleton key={button} className="h-12 w-32 shrink-0 rounded-full" />
      ))}
    </div>
  )
}
