import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useDepartmentAverages, useOwnRatings } from '#features/ratings/web/ratings-of.ts'
import { listCampusRestaurants } from '#features/restaurants/contract.ts'
import { useForYou } from '#features/taste/web/use-for-you.ts'
import { read } from '#kit/web/api/queries.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { useSearchText } from '#kit/web/router/search-text.ts'
import { homeParams } from './home-search.ts'
import { useFilters, useHiddenFilter, useMatchingRestaurants, useSort } from './use-matching-restaurants.ts'

export type RestaurantList = ReturnType<typeof useRestaurantList>

/** The restaurants of a campus: all of them, those that match the search and the filters, and those to be shown. */
export function useRestaurantList(campusCode: string) {
  const { q = '' } = useParams({ q: homeParams.q })
  const sort = useSort()
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(
    read(listCampusRestaurants, { params: { campusCode } }),
  )
  const ownRatings = useOwnRatings()
  const averages = useDepartmentAverages(
    sort.average === 'department-average' ? (data?.map(({ id }) => id) ?? []) : [],
  )
  const { text, change } = useSearchText(q, typed =>
    urlParams.refine({ q: typed.trim() ? typed : undefined }),
  )
  const searched = useDeferredValue(text)
  const { filters, chosen } = useFilters()
  const forYou = useForYou(campusCode)
  const { matching, failed } = useMatchingRestaurants(
    data,
    searched,
    sort,
    ownRatings,
    averages,
    filters,
    forYou,
  )
  const hidden = useHiddenFilter(matching, forYou)
  return {
    all: data,
    error,
    isFetching,
    /** The list is cached from an earlier visit and is being refetched. */
    isRefreshing: isFetching && data !== undefined && dataUpdatedAt < performance.timeOrigin,
    refetch,
    ownRatings,
    forYou,
    text,
    setText: change,
    /** The text that the matches are for: they may come a moment after what is typed. */
    searched,
    sort,
    filters,
    chosen,
    matching,
    failed,
    ...hidden,
  }
}
