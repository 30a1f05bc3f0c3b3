import { useQuery } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { Activity, useDeferredValue, useEffect, useState } from 'react'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import { listCampusRestaurants } from '#contract/restaurants.ts'
import { getForYou } from '#contract/taste.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { loadArtwork } from '#web/features/restaurants/restaurant-picture.tsx'
import { useForYou } from '#web/features/taste/use-for-you.ts'
import { lastCampusOf, rememberCampus } from '#web/lib/last-campus.ts'
import { useMedia, wideScreen } from '#web/lib/media.ts'
import { Navigate } from '#web/lib/router/link.tsx'
import { navigate, useSearch } from '#web/lib/router/router.ts'
import { parseId } from '#web/lib/search-params.ts'
import { useEver } from '#web/lib/state.ts'
import { useDialogs } from '#web/shared/dialog-search.ts'
import { LazyRestaurantDialogs, preloadOpenDialog } from '#web/shared/restaurant/lazy-restaurant-dialogs.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { CampusRestaurants } from './campus-restaurants.tsx'
import { campusesClass } from './home-classes.ts'
import { type HomeSearch, parseHomeSearch, useListSearch } from './home-search.ts'
import { CampusSkeleton, ChooserSkeleton, HomeHeading } from './home-skeleton.tsx'
import { Today, useTodaysLunches } from './today.tsx'

// Loaded lazily: shown only until a campus is chosen for the first time.
const Welcome = lazyPart(async () => (await import('./lazy/welcome.tsx')).Welcome)
// Loaded lazily: shown at most once a day, to users with a visit to rate.
const HowWasIt = lazyPart(async () => (await import('#web/shared/lunches/how-was-it.tsx')).HowWasIt, {
  // If loading fails, skip the question: nothing else depends on it.
  Instead: () => null,
})

/** The dialogs that the URL opens appear together with the page. */
export const preload = preloadOpenDialog

export function HomePage() {
  const viewer = useSignedIn()
  const search = useListSearch()
  const pick = parseId(useSearch().pick)
  const { data, error, refetch, isFetching } = useQuery(read(listCampuses))
  // Deferred, so that new data is rendered in slices, as the first render is.
  const campuses = useDeferredValue(data)

  const chosen = campuses?.find(({ code }) => code === search.campus)
  const lastCampus = lastCampusOf(viewer.id)
  const remembered = campuses?.find(({ code }) => code === lastCampus)
  const isQuestionKnown = usePrefetchedHomeData(search.campus ?? lastCampus)
  const today = useTodaysLunches(chosen?.code, isQuestionKnown)
  const isCovered = useIsCovered()
  // Starts loading while the list is rendered; errors are handled where the artwork is used.
  useEffect(() => void loadArtwork().catch(() => undefined), [])
  if (campuses && !chosen && remembered) {
    return <Navigate to="/" search={withCampus(remembered.code)} hash replace />
  }

  const refine = (part: Partial<HomeSearch>) =>
    navigate({
      to: '/',
      search: (before: Record<string, unknown>) => ({ ...parseHomeSearch(before), ...part }),
      replace: true,
      resetScroll: false,
      state: 'keep',
    })
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
            icon: code === viewer.campusCode && <House aria-hidden="true" />,
          }))}
          value={chosen?.code}
          onChange={choose}
        />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <ChooserSkeleton />
          {(search.campus ?? lastCampus) && <CampusSkeleton />}
        </>
      )}
      {chosen && !today ? (
        <CampusSkeleton />
      ) : chosen && today ? (
        <Activity mode={isCovered ? 'hidden' : 'visible'}>
          <Today {...today} />
          <CampusRestaurants key={chosen.code} campus={chosen} search={search} pick={pick} refine={refine} />
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

/** The URL's parameters with another campus. */
const withCampus = (campus: string) => (before: Record<string, unknown>) => ({
  ...parseHomeSearch(before),
  campus,
})

/** Whether the details that the address opened fill a phone's screen, and what is behind them hasn't been seen yet. */
function useIsCovered(): boolean {
  const { restaurant } = useDialogs()
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
