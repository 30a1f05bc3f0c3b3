import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Dices } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import type { Campus } from '#contract/campuses.ts'
import { listCampusRestaurants, type Restaurant } from '#contract/restaurants.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { mapHeight } from '#web/features/map/map-height.ts'
import { usePick } from '#web/features/random-pick/use-pick.ts'
import { useDepartmentAverages, useOwnRatings } from '#web/features/ratings/ratings-of.ts'
import { preloadCardImages } from '#web/features/restaurants/restaurant-picture.tsx'
import { useForYou } from '#web/features/taste/use-for-you.ts'
import { reloadIfOutdated } from '#web/lib/reload.ts'
import { isLeaving } from '#web/lib/router/router.ts'
import { urlParams } from '#web/lib/search-params.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { lazyMap } from '#web/shared/lazy-map.tsx'
import { openDialog } from '#web/shared/restaurant/dialog-search.ts'
import { RestaurantGrid } from '#web/shared/restaurant/restaurant-grid.tsx'
import { Count } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LiveText } from '#web/ui/visually-hidden.tsx'
import { FilterChips } from './filter-chips.tsx'
import { cardHref, HomeCard } from './home-card.tsx'
import { listHeadClass } from './home-classes.ts'
import { type FilterPart, filterParams, noFilters, toFilterSearch } from './home-filters.ts'
import { type HomeSearch, type ListSearch, sortOf } from './home-search.ts'
import { LoadingList } from './home-skeleton.tsx'
import { FailedList, NothingFound } from './list-states.tsx'
import { announce, whyNothingToPick } from './list-texts.ts'
import { RandomPick } from './random-pick.tsx'
import { RestaurantSearch } from './restaurant-search.tsx'
import { SortControls } from './sort-controls.tsx'
import { useFilters, useHiddenFilter, useMatchingRestaurants } from './use-matching-restaurants.ts'
import { useShowInList } from './use-show-in-list.ts'
import { ViewSwitch } from './view-switch.tsx'

const imagesPreloaded = 6

// Loaded lazily: few users open the map, and only occasionally.
const HomeMap = lazyMap(
  async () => (await import('./opened/home-map.tsx')).HomeMap,
  clsx(mapHeight, '!rounded-lg'),
  reloadIfOutdated,
)

interface CampusRestaurantsProps {
  campus: Campus
  search: ListSearch
  /** The restaurant that was picked. */
  pick: number | undefined
  /** Changes the list's parameters in the URL, without a new history entry. */
  refine: (part: Partial<HomeSearch>) => void
}

export function CampusRestaurants({ campus, search, pick, refine }: CampusRestaurantsProps) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(
    read(listCampusRestaurants, { params: { campusCode: campus.code } }),
  )
  // The list is cached from an earlier visit and is being refetched.
  const isRefreshing = isFetching && data !== undefined && dataUpdatedAt < performance.timeOrigin
  const ownRatings = useOwnRatings()
  const averages = useDepartmentAverages(
    search.average === 'department-average' ? (data?.map(({ id }) => id) ?? []) : [],
  )
  const { text, change } = useSearchText(search.q ?? '', typed =>
    refine({ q: typed.trim() ? typed : undefined }),
  )
  const wanted = useDeferredValue(text)

  const { diets: ownDiets } = useSignedIn()
  const { filters, chosen } = useFilters(search)
  const forYou = useForYou(campus.code)
  const { matching, failed } = useMatchingRestaurants(
    data,
    wanted,
    search,
    ownRatings,
    averages,
    filters,
    forYou,
  )
  const { visible, hiddenCount, showsHidden, setShowsHidden } = useHiddenFilter(matching, forYou)
  preloadCardImages(visible?.slice(0, imagesPreloaded) ?? [])
  const openDetails = (id: number) => openDialog({ restaurant: id })
  const random = usePick({
    campusCode: campus.code,
    search: wanted,
    filters: filterParams(filters),
    eligible: visible?.filter(({ id, disabled }) => !disabled && !forYou.isHidden(id)) ?? [],
    emptyReason: whyNothingToPick(visible ?? [], wanted, chosen),
    onPicked: ({ id }, current) => {
      // Opening the pick now would cancel the navigation to another page.
      if (isLeaving()) return
      if (urlParams.has('pick')) refine({ pick: id })
      else if (current === undefined) openDialog({ pick: id })
    },
  })
  const decidesNow = search.decide === 'now' && visible !== undefined
  const onDecide = useEffectEvent(() => {
    refine({ decide: undefined })
    random.pick({})
  })
  useEffect(() => {
    if (decidesNow) onDecide()
  }, [decidesNow])
  const count = visible?.length
  const isWaiting = !visible && !error && !(data && failed)
  const showList = () => refine({ view: undefined })
  const refineFilters = (part: FilterPart) => refine(part as Partial<HomeSearch>)
  const clearFilters = () => refineFilters(toFilterSearch(noFilters, ownDiets))

  const { highlighted, showInList } = useShowInList(pick !== undefined, id => {
    if (forYou.isHidden(id)) setShowsHidden(true)
    if (matching?.some(restaurant => restaurant.id === id)) return showList()
    change('')
    refine({ view: undefined, ...(toFilterSearch(noFilters, ownDiets) as Partial<HomeSearch>) })
  })

  const draw = (restaurant: Restaurant, index: number, isNear: boolean) => (
    <HomeCard
      restaurant={restaurant}
      campusName={campus.name}
      forYou={forYou.placeOf(restaurant.id)}
      isHidden={forYou.isHidden(restaurant.id)}
      ownValue={
        ownRatings.of(restaurant.id)?.value ?? (ownRatings.isKnown || ownRatings.error ? null : undefined)
      }
      isNear={isNear}
      urgent={index < imagesPreloaded}
      highlighted={restaurant.id === highlighted}
      onOpen={openDetails}
    />
  )
  // Deferred, so that the user's action is shown first; then rendered in slices.
  const drawn = useDeferredValue(
    visible ? (
      visible.length > 0 && search.view === 'map' ? (
        <HomeMap
          campus={campus}
          restaurants={visible}
          cardHref={cardHref}
          onOpen={openDetails}
          onShowList={showList}
        />
      ) : visible.length > 0 ? (
        <RestaurantGrid
          cards={visible.map((restaurant, index) => ({
            restaurantId: restaurant.id,
            restaurant,
            draw: isNear => draw(restaurant, index, isNear),
          }))}
          among={data ?? visible}
          target={highlighted}
        />
      ) : (
        <NothingFound
          campusName={campus.name}
          search={wanted}
          filters={chosen}
          onClear={() => change('')}
          onClearFilters={clearFilters}
        />
      )
    ) : error && !data ? (
      <FailedList error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : data && failed ? null : (
      <LoadingList />
    ),
    <LoadingList />,
  )

  return (
    <section aria-labelledby="campus">
      <div className={listHeadClass}>
        <h2 id="campus" className="flex min-w-0 items-center gap-3 max-lg:flex-1 lg:max-w-[40%]">
          <span className="min-w-0 break-words">{campus.name} Restaurants</span>
          {isRefreshing ? (
            <span role="status" className="font-normal font-sans text-base text-muted tracking-normal">
              Refreshing…
            </span>
          ) : (
            count !== undefined && <Count value={count} unit={count === 1 ? 'restaurant' : 'restaurants'} />
          )}
        </h2>
        <div className="flex min-w-0 flex-wrap gap-2 max-lg:order-last max-lg:basis-full lg:flex-1">
          <RestaurantSearch text={text} onChange={change} />
          <SortControls
            sort={sortOf(search)}
            needed={forYou.needed}
            onChange={({ type, order, average }) => refine({ sort: type, order, average })}
          />
          <ViewSwitch
            view={search.view ?? 'list'}
            onChange={view => refine({ view: view === 'map' ? view : undefined })}
          />
        </div>
        <div className="bottom-bar max-md:tall:pointer-events-none max-md:tall:fixed max-md:tall:inset-x-0 max-md:tall:bottom-0 max-md:tall:z-20 max-md:tall:bg-linear-to-t max-md:tall:from-paper max-md:tall:to-transparent max-md:tall:px-4 max-md:tall:pt-8 max-md:tall:pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Button
            variant="primary"
            size="large"
            icon={<Dices />}
            busy={isWaiting || (random.isPicking && pick === undefined)}
            busyText="Decide For Me"
            disabled={!visible && !isWaiting}
            onClick={() => random.pick({})}
            className="max-md:tall:pointer-events-auto max-md:tall:w-full max-md:tall:shadow-floating md:!min-h-11 md:!px-5 md:!text-base"
          >
            Decide For Me
          </Button>
        </div>
      </div>
      <FilterChips filters={filters} restaurants={data ?? []} count={count} refine={refineFilters} />
      {failed && (
        <Banner
          severity="warning"
          className="mb-5"
          action={
            <Button size="small" onClick={failed.retry}>
              Retry
            </Button>
          }
        >
          {failed.text}
        </Banner>
      )}
      <LiveText>{announce(count, chosen.length > 0 ? data?.length : undefined)}</LiveText>
      {drawn}
      {hiddenCount > 0 && (
        <p className="mt-5 text-center text-muted">
          {hiddenCount} hidden ·{' '}
          <Button size="small" variant="quiet" onClick={() => setShowsHidden(!showsHidden)}>
            {showsHidden ? 'Hide again' : 'Show'}
          </Button>
        </p>
      )}
      <RandomPick
        pick={pick}
        random={random}
        avoidDays={forYou.avoidDays}
        filters={chosen}
        onShow={showInList}
      />
    </section>
  )
}
