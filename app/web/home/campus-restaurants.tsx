import { useDeferredValue } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Campus } from '#features/campuses/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { FilterChips } from './filter-chips.tsx'
import { noFilters, toFilterSearch } from './home-filters.ts'
import { homeParams } from './home-search.ts'
import { LoadingList } from './home-skeleton.tsx'
import { ListHead } from './list-head.tsx'
import { NextStep, NothingFound } from './nothing-found.tsx'
import { preloadFirstImages, RestaurantCards } from './restaurant-cards.tsx'
import { useDecide } from './use-decide.ts'
import { useRestaurantList } from './use-restaurant-list.ts'
import { useShowInList } from './use-show-in-list.ts'

const PickDialog = lazyDialog(async () => (await import('./lazy/pick-dialog.tsx')).PickDialog)

export function CampusRestaurants({ campus }: { campus: Campus }) {
  const { view, pick, decide } = useParams(homeParams)
  const list = useRestaurantList(campus.code)
  const { all, error, visible, failed, forYou, ownRatings, hiddenCount, showsHidden, setShowsHidden } = list
  const { searched, chosen, filters, setText, isFetching, refetch } = list
  const random = useDecide(campus.code, list, decide === 'now')
  const { diets } = useSignedIn()
  const showList = () => urlParams.refine({ view: undefined })
  const clearFilters = () => urlParams.refine(toFilterSearch(noFilters, diets))
  const { highlighted, showInList } = useShowInList(pick !== undefined, id => {
    if (forYou.isHidden(id)) setShowsHidden(true)
    if (list.matching?.some(restaurant => restaurant.id === id)) return showList()
    setText('')
    urlParams.refine({ view: undefined, ...toFilterSearch(noFilters, diets) })
  })
  preloadFirstImages(visible)
  const nextStep = {
    search: searched,
    filters: chosen,
    onClear: () => setText(''),
    onClearFilters: clearFilters,
  }
  const isNoneFound = visible?.length === 0
  const isWaiting = !visible && !error && !(all && failed)

  // Deferred, so that the user's action is shown first; then rendered in slices.
  const drawn = useDeferredValue(
    visible ? (
      visible.length > 0 ? (
        <RestaurantCards
          campus={campus}
          restaurants={visible}
          among={all ?? visible}
          forYou={forYou}
          ownRatings={ownRatings}
          asMap={view === 'map'}
          onShowList={showList}
          highlighted={highlighted}
        />
      ) : (
        <NothingFound campusName={campus.name} {...nextStep} />
      )
    ) : error && !all ? (
      <ErrorState
        message={error.serverMessage ?? 'Failed to fetch restaurants'}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : all && failed ? null : (
      <LoadingList />
    ),
    <LoadingList />,
  )

  return (
    <section aria-labelledby="campus">
      <ListHead
        campusName={campus.name}
        list={list}
        decide={{
          isBusy: isWaiting || (random.isPicking && pick === undefined),
          disabled: isNoneFound || (!visible && !isWaiting),
          onClick: () => random.pick({}),
        }}
        nextStep={isNoneFound && <NextStep {...nextStep} className={aboveDecideClass} />}
      />
      <FilterChips filters={filters} restaurants={all ?? []} count={visible?.length} />
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
      <LiveText>{announce(visible?.length, chosen.length > 0 ? all?.length : undefined)}</LiveText>
      {drawn}
      {hiddenCount > 0 && (
        <p className="mt-5 text-center text-muted">
          {hiddenCount} hidden ·{' '}
          <Button size="small" variant="quiet" onClick={() => setShowsHidden(!showsHidden)}>
            {showsHidden ? 'Hide again' : 'Show'}
          </Button>
        </p>
      )}
      <PickDialog
        id={pick}
        open={pick !== undefined}
        random={random}
        avoidDays={forYou.avoidDays}
        filters={chosen}
        onShow={showInList}
        onClose={() => urlParams.close('pick')}
      />
    </section>
  )
}

/** Only where 'Decide For Me' is at the lower edge. */
const aboveDecideClass = 'next-step !hidden max-md:tall:!flex mb-2 w-full'

/** Announced to screen readers when the list changes. */
function announce(count: number | undefined, total: number | undefined): string {
  if (count === undefined) return 'Loading restaurants'
  if (total !== undefined) return `${count.toLocaleString('en-US')} of ${counted(total, 'restaurant')}`
  if (count === 0) return 'No restaurants found'
  return counted(count, 'restaurant')
}
