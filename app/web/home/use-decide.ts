import { useEffect, useEffectEvent } from 'react'
import { usePick } from '#features/picks/web/use-pick.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { isLeaving } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { filterParams } from './home-filters.ts'
import type { HomeSearch } from './home-search.ts'
import type { RestaurantList } from './use-restaurant-list.ts'

/** 'Decide For Me' among the shown restaurants; at once if the URL asks for it. */
export function useDecide(
  campusCode: string,
  { visible, searched, filters, chosen, forYou }: RestaurantList,
  { isAsked, refine }: { isAsked: boolean; refine: (part: Partial<HomeSearch>) => void },
) {
  const random = usePick({
    campusCode,
    search: searched,
    filters: filterParams(filters),
    eligible: visible?.filter(({ id, disabled }) => !disabled && !forYou.isHidden(id)) ?? [],
    emptyReason: whyNothingToPick(visible ?? [], searched, chosen),
    onPicked: ({ id }, current) => {
      // Opening the pick now would cancel the navigation to another page.
      if (isLeaving()) return
      if (urlParams.has('pick')) refine({ pick: id })
      else if (current === undefined) urlParams.open({ pick: id })
    },
  })
  const decidesNow = isAsked && visible !== undefined
  const onDecide = useEffectEvent(() => {
    refine({ decide: undefined })
    random.pick({})
  })
  useEffect(() => {
    if (decidesNow) onDecide()
  }, [decidesNow])
  return random
}

function whyNothingToPick(
  visible: readonly Restaurant[],
  requested: string,
  chosen: readonly string[],
): string {
  if (visible.length > 0) return 'All restaurants in the list are temporarily closed.'
  if (chosen.length > 0) return `Nothing matches all of these filters: ${chosen.join(', ')}.`
  return requested.trim()
    ? `Nothing matches “${requested.trim()}”.`
    : 'There are no restaurants near this campus yet.'
}
