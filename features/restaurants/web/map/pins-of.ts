import type { Campus } from '#features/campuses/contract.ts'
import { greatCircleMiles, pointOf } from '#kit/rules/distance.ts'
import type { Restaurant } from '../../contract.ts'
import type { Pin } from './clusters.ts'

/** The minimum distance between pins in pixels: wide enough for a thumb. */
export const pinWidth = 44

/** The restaurants whose coordinates are known, nearest to the campus first. */
export function pinsOf(restaurants: readonly Restaurant[], campus: Campus): Pin<Restaurant>[] {
  return restaurants
    .flatMap(item => {
      const point = pointOf(item)
      return point ? [{ item, point, miles: greatCircleMiles(campus, point) }] : []
    })
    .sort((a, b) => a.miles - b.miles || a.item.id - b.item.id)
}
