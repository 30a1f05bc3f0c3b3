import type { Point } from '#domain/distance.ts'
import type { Mapbox } from './mapbox.ts'
import { isRejected, type ServiceError } from './service.ts'

/** An address, and the campus that it is near to. */
export type WantedAddress = { address: string; near: Point }

/** Says where addresses are: null where there is no such address, or more than one. Throws ServiceError only. */
export type Geocoder = {
  /** As people know it. */
  name: string
  /** How many addresses `locateMany` takes. */
  mostAtOnce: number
  locate: (wanted: WantedAddress, signal?: AbortSignal) => Promise<Point | null>
  /** In the order given; a ServiceError for each address of which nothing can be said. */
  locateMany: (wanted: WantedAddress[], signal?: AbortSignal) => Promise<(Point | null | ServiceError)[]>
  /** Resolves where the service can be used. */
  attempt: () => Promise<void>
}

export function mapboxGeocoder(mapbox: Mapbox): Geocoder {
  async function locate({ address, near }: WantedAddress, signal?: AbortSignal): Promise<Point | null> {
    try {
      return await mapbox.geocode(address, near, signal)
    } catch (error) {
      if (isRejected(error)) return null
      throw error
    }
  }
  return {
    name: 'Mapbox',
    mostAtOnce: 1,
    locate,
    locateMany: async (wanted, signal) => {
      const points: (Point | null)[] = []
      for (const one of wanted) points.push(await locate(one, signal))
      return points
    },
    attempt: mapbox.tryToken,
  }
}
