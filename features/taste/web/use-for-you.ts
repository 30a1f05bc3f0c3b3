import { useQuery } from '@tanstack/react-query'
import type { RecentVisit, Visit } from '#features/visits/contract.ts'
import { useHiddenPlaces } from '#features/visits/web/hidden-places.ts'
import { read } from '#kit/web/api/queries.ts'
import { type ForYouPlace, getForYou } from '../contract.ts'

export type ForYou = {
  ready: boolean
  /** How many more ratings the viewer must give before predictions work; undefined while loading. */
  needed: number | undefined
  placeOf: (restaurantId: number) => ForYouPlace | undefined
  isHidden: (restaurantId: number) => boolean
  toRate: readonly Visit[]
  /** Of at least the last two weeks. */
  visits: readonly RecentVisit[]
  avoidDays: number
}

/** The viewer's expected ratings for a campus, hidden restaurants and visits still to rate. */
export function useForYou(campusCode: string): ForYou {
  const { data } = useQuery(read(getForYou, { params: { campusCode } }))
  const places = new Map(data?.places.map(place => [place.restaurantId, place]))
  const { isHidden } = useHiddenPlaces()
  return {
    ready: data?.ready ?? false,
    needed: data?.needed,
    placeOf: id => places.get(id),
    isHidden,
    toRate: data?.toRate ?? [],
    visits: data?.visits ?? [],
    avoidDays: data?.avoidDays ?? 0,
  }
}
