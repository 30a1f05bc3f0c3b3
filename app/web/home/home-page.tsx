import { useQuery } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { Activity, useDeferredValue, useEffect, useState } from 'react'
import { LazyRestaurantDialogs, preloadOpenDialog } from '#app/web/restaurant/lazy-restaurant-dialogs.tsx'
import { restaurantParams } from '#app/web/restaurant/restaurant-params.ts'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { type Campus, listCampuses } from '#features/campuses/contract.ts'
import { lastCampusOf, rememberCampus } from '#features/campuses/web/last-campus.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { loadArtwork } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { getForYou } from '#features/taste/contract.ts'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { read } from '#kit/web/api/queries.ts'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { useEver } from '#kit/web/browser/state.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Navigate } from '#kit/web/router/link.tsx'
import type { Search } from '#kit/web/router/params.ts'
import { navigate } from '#kit/web/router/router.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { CampusRestaurants } from './campus-restaurants.tsx'
import { campusesClass } from './home-classes.ts'
import { homeParams } from './home-search.ts'
import { CampusSkeleton, ChooserSkeleton, HomeHeading } from './home-skeleton.tsx'
import { Today, useTodaysLunches } from './today.tsx'

// Loaded lazily: shown only until a campus is chosen for the first time.
const Welcome = lazyPart(async () => (await import('./lazy/welcome.tsx')).Welcome)
// Loaded lazily: shown at most once a day, to users with a visit to rate.
const HowWasIt = lazyPart(async () => (await import('#features/lunches/web/card/how-was-it.tsx')).HowWasIt, {
  // If loading fails, skip the question: nothing else depends on it.
  Instead: () => null,
})

/** The dialogs that the URL opens appear together with the page. */
export const preload = preloadOpenDialog

export function HomePage() {
  const viewer = useSignedIn()
  const { campus } = useParams({ campus: homeParams.campus })
  const { data, error, refetch, isFetching } = useQuery(read(listCampuses))
  // Deferred, so that new data is rendered in slices, as the first render is.
  const campuses = useDeferredValue(data)

  const chosen = campuses?.find(({ code }) => code === campus)
  const lastCampus = lastCampusOf(viewer.id)
  const remembered = campuses?.find(({ code }) => code === lastCampus)
  const isQuestionKnown = usePrefetchedHomeData(campus ?? lastCampus)
  const today = useTodaysLunches(chosen?.code, isQuestionKnown)
  const isCovered = useIsCovered()
  // Starts loading while the list is rendered; errors are handled where the artwork is used.
  useEffect(() => void loadArtwork().catch(() => undefined), [])
  if (campuses && !chosen && remembered) {
    return <Navigate to="/" search={withCampus(remembered.code)} hash replace />
  }

  const choose = (code: string) => {
    rememberCampus(viewer.id, code)
    // Replace the welcome panel in the history: with a remembered campus, going back to it would only redirect.
    navigate({
      to: '/',
      search: withCampus(code),
      replace: !chosen,
      resetScroll: false,
    })
  }

  return (
    <>
      <HomeHeading question={chosen && today && <VisitQuestion campusCode={chosen.code} />} />
      {campuses ? (
        <Segmented
          label="Campus"
          arrowsOf="campuses"
          className={chosen ? campusesClass : wrappedClass}
          options={ownFirst(campuses, viewer.campusCode).map(({ code, name }) => ({
            value: code,
            label: name,
            icon: code === viewer.campusCode && <House />,
          }))}
          value={chosen?.code}
          onChange={choose}
        />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <ChooserSkeleton />
          {(campus ?? lastCampus) && <CampusSkeleton />}
        </>
      )}
      {chosen && !today ? (
        <CampusSkeleton />
      ) : chosen && today ? (
        <Activity mode={isCovered ? 'hidden' : 'visible'}>
          <Today {...today} campusCode={chosen.code} />
          <CampusRestaurants key={chosen.code} campus={chosen} />
        </Activity>
      ) : (
        campuses && (
          <Welcome
            onSuggest={() => document.querySelector<HTMLElement>('main [role="radiogroup"] input')?.focus()}
          />
        )
      )}
      <LazyRestaurantDialogs />
    </>
  )
}

const withCampus = (campus: string) => (before: Search) => ({ ...before, campus })

/** Whether the details that the address opened fill a phone's screen, and what is behind them hasn't been seen yet. */
function useIsCovered(): boolean {
  const { restaurant } = useParams(restaurantParams)
  const isWide = useMedia(wideScreen)
  return !useEver(isWide || restaurant === undefined)
}

function VisitQuestion({ campusCode }: { campusCode: string }) {
  const { toRate } = useForYou(campusCode)
  // Keep the question for a comment after answering it has removed the visit from the list.
  if (!useEver(toRate.length > 0)) return null
  return <HowWasIt visits={toRate} className="max-lg:flex-1 lg:max-w-3xl" />
}

/**
 * Loads the list in parallel with the campuses. Returns whether the question about visits can be shown, or is known to
 * be unnecessary.
 */
function usePrefetchedHomeData(campusCode: string | null): boolean {
  const list = read(listCampusRestaurants, { params: { campusCode: campusCode ?? '' } })
  useQuery({ ...list, enabled: campusCode !== null, notifyOnChangeProps: [] })
  const forYou = read(getForYou, { params: { campusCode: campusCode ?? '' } })
  const { data: asks, isPending } = useQuery({
    ...forYou,
    enabled: campusCode !== null,
    select: ({ toRate }) => toRate.length > 0,
    notifyOnChangeProps: ['data', 'isPending'],
  })
  const [canAsk, setCanAsk] = useState(false)
  useEffect(() => {
    const end = () => setCanAsk(true)
    if (asks) void HowWasIt.load().then(end, end)
  }, [asks])
  return !isPending && (!asks || canAsk)
}

const wrappedClass = '[&>div]:w-auto [&>div]:flex-wrap'

function ownFirst(campuses: readonly Campus[], own: string): Campus[] {
  return campuses.toSorted((a, b) => Number(b.code === own) - Number(a.code === own))
}
