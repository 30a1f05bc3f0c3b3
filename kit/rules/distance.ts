import { metersPerMile } from './units.ts'

export type Point = { latitude: number; longitude: number }
export type Travel = { distance: number; travelTime: number }

type Located = { [Coordinate in keyof Point]: number | null }

/** Where a place is; null if its coordinates aren't known. */
export const pointOf = ({ latitude, longitude }: Located): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

export const isSamePoint = (a: Located, b: Located): boolean =>
  a.latitude === b.latitude && a.longitude === b.longitude

export const earthRadiusMiles = 3958.8
const roadFactor = 1.3
const milesPerHour = 30

/**
 * An estimate of the drive between two points: the great-circle distance (haversine formula) times 1.3 for the bends of
 * roads, in miles with one decimal, and whole minutes at 30 mph, at least one.
 */
export function estimateTravel(from: Point, to: Point): Travel {
  const miles = greatCircleMiles(from, to) * roadFactor
  return {
    distance: Math.round(miles * 10) / 10,
    travelTime: Math.max(1, Math.round((miles / milesPerHour) * 60)),
  }
}

/** Converts a measured drive, in meters and seconds. */
export function toTravel(meters: number, seconds: number): Travel {
  return {
    distance: Math.round((meters / metersPerMile) * 10) / 10,
    travelTime: Math.max(1, Math.round(seconds / 60)),
  }
}

export function formatDistance(miles: number | null): string {
  return miles === null ? 'Distance unknown' : `${miles.toFixed(1)} miles`
}

export function formatTravelTime(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** As the crow flies, by the haversine formula. */
export function greatCircleMiles(from: Point, to: Point): number {
  const dLatitude = radians(to.latitude - from.latitude)
  const dLongitude = radians(to.longitude - from.longitude)
  const a =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(dLongitude / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(a))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
