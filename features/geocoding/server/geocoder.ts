import type { Point } from '#kit/rules/distance.ts'
import { nullIfRejected, type ServiceError } from '#kit/server/outbound/service-error.ts'
import type { Mapbox } from './mapbox.ts'

/** An address, and the campus that it should be near. */
export type WantedAddress = { address: string; near: Point }

/** Finds the coordinates of addresses; null if there is no such address or more than one. Throws only ServiceError. */
export type Geocoder = {
  /** The display name. */
  name: string
  /** The maximum number of addresses for `locateMany`. */
  maxBatchSize: number
  locate: (requested: WantedAddress, signal?: AbortSignal) => Promise<Point | null>
  /** Results in the given order, with a ServiceError for each address that could not be looked up. */
  locateMany: (requested: WantedAddress[], signal?: AbortSignal) => Promise<(Point | null | ServiceError)[]>
  /** Resolves if the service works. */
  attempt: () => Promise<void>
}

export function mapboxGeocoder(mapbox: Mapbox): Geocoder {
  const locate = ({ address, near }: WantedAddress, signal?: AbortSignal): Promise<Point | null> =>
    nullIfRejected(mapbox.geocode(address, near, signal))
  return {
    name: 'Mapbox',
    maxBatchSize: 1,
    locate,
    locateMany: async (requested, signal) => {
      const points: (Point | null)[] = []
      for (const one of requested) points.push(await locate(one, signal))
      return points
    },
    attempt: mapbox.attempt,
  }
}
