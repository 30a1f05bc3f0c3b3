import { useEffect, useEffectEvent } from 'react'
import { usePick } from '#features/picks/web/use-pick.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { formatQuery, parseQuery } from '#kit/web/router/params.ts'
import { isLeaving } from '#kit/web/router/router.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { toFilterSearch } from './home-filters.ts'
import type { RestaurantList } from './use-restaurant-list.ts'

/** 'Decide For Me' among the shown restaurants; at once if the URL asks for it. */
export function useDecide(
  campusCode: string,
  { visible, searched, filters, chosen, forYou }: RestaurantList,
  isAsked: boolean,
) {
  const random = usePick({
    campusCode,
    search: searched,
    filters: parseQuery(formatQuery(toFilterSearch(filters, []))),
    eligible: visible?.filter(({ id, disabled }) => !disabled && !forYou.isHidden(id)) ?? [],
    emptyReason: whyNothingToPick(visible ?? [], searched, chosen),
    onPicked: ({ id }, current) => {
      // Opening the pick now would cancel the navigation to another page.
      if (isLeaving()) return
      if (urlParams.has('pick')) urlParams.refine({ pick: id })
      else if (current === undefined) urlParams.open({ pick: id })
    },
  })
  const decidesNow = isAsked && visible !== undefined
  const onDecide = useEffectEvent(() => {
    urlParams.refine({ decide: undefined })
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
