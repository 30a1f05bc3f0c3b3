import { useQuery } from '@tanstack/react-query'
import { type ForYouPlace, getForYou } from '#contract/taste.ts'
import type { Visit } from '#contract/visits.ts'
import { read } from '#web/api/queries.ts'

export type ForYou = {
  ready: boolean
  /** How many more ratings it takes; undefined while it isn't known. */
  needed: number | undefined
  placeOf: (restaurantId: number) => ForYouPlace | undefined
  isHidden: (restaurantId: number) => boolean
  toRate: readonly Visit[]
  avoidDays: number
}

/** What one would give the places of a campus, and what else is one's own there. */
export function useForYou(campusCode: string): ForYou {
  const { data } = useQuery(read(getForYou, { params: { campusCode } }))
  const places = new Map(data?.places.map(place => [place.restaurantId, place]))
  const hidden = new Set(data?.hidden)
  return {
    ready: data?.ready ?? false,
    needed: data?.needed,
    placeOf: id => places.get(id),
    isHidden: id => hidden.has(id),
    toRate: data?.toRate ?? [],
    avoidDays: data?.avoidDays ?? 0,
  }
}
