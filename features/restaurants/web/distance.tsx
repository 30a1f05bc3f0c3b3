import { formatDistance } from '#kit/rules/distance.ts'
import type { Restaurant } from '../contract.ts'

interface DistanceProps {
  restaurant: Pick<Restaurant, 'distance' | 'distanceIsEstimated'>
}

/** Miles from the campus, and whether they are an estimate. */
export function Distance({ restaurant }: DistanceProps) {
  return (
    <>
      {formatDistance(restaurant.distance)}
      {restaurant.distance !== null && restaurant.distanceIsEstimated && (
        <small className="text-[0.8125rem] text-muted"> (estimated)</small>
      )}
    </>
  )
}
