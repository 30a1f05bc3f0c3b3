import * as z from 'zod/mini'
import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { RestaurantForm } from '#features/restaurants/contract.ts'
import { likeName, streetNumber } from '#features/restaurants/duplicates.ts'
import { writeOpeningTimes } from '#features/restaurants/opening/opening-times.ts'
import { readOpeningTimes } from '#features/restaurants/opening/read-opening-times.ts'
import { cuisinesOf } from '#features/restaurants/restaurant-filters.ts'
import type { Diet } from '#kit/rules/diets.ts'
import { greatCircleMiles, type Point, pointOf } from '#kit/rules/distance.ts'
import { trimText } from '#kit/rules/texts/text.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { OsmPlace } from '../../osm-contract.ts'
import { optionalValues, validOrNull } from '../optional-values.ts'
import { requireOverpass } from '../services.ts'
import type { OsmElement } from './overpass.ts'

const { shape } = RestaurantForm
/** `remarks`: which values our form would reject, and why, which are null; and further ones that have no place here. */
export type PlaceDetails = Omit<OsmPlace, 'distance' | 'restaurantId'> & { remarks?: string[] }

/** Values that are unknown, or that our form would reject, are null; so is the result for a place without a name. */
export function placeDetailsOf(element: OsmElement): PlaceDetails | null {
  const { tags, type, id } = element
  const name = validOrNull(shape.name, tags.name)
  const { lat: latitude, lon: longitude } = element.type === 'node' ? element : element.center
  if (!name) return null
  const openingTimes = tags.opening_hours ? readOpeningTimes(tags.opening_hours) : null
  const { remarks, read, leaveOut } = optionalValues(`“${name}”`)
  const first = (what: string, values: readonly string[]) => {
    const [one, ...more] = values.map(trimText).filter(Boolean)
    if (more.length > 0) leaveOut(`another ${what}`, more.join('; '))
    return one
  }
  const phones = (tags.phone ?? tags['contact:phone'] ?? '').split(';')
  const websites = websitesIn(tags.website ?? tags['contact:website'] ?? '')
  return {
    osmId: `${type}/${id}`,
    name,
    address: addressOf(tags) ?? positionText({ latitude, longitude }),
    cuisine: read('category', shape.cuisine, cuisinesOf(tags.cuisine ?? null).join(', ')),
    phone: read('phone', shape.phone, first('phone', phones)),
    websiteUrl: read('website', shape.websiteUrl, first('website', websites)),
    hours: openingTimes
      ? writeOpeningTimes(openingTimes)
      : read('hours', z.nullable(shape.hours), tags.opening_hours),
    openingTimes,
    diets: dietsOf(tags),
    latitude,
    longitude,
    ...(remarks.length > 0 && { remarks }),
  }
}

type Tags = Record<string, string>

function addressOf(tags: Tags): string | null {
  const street = tags['addr:street']
  if (!street) return null
  const unit = tags['addr:unit'] && `Unit ${tags['addr:unit']}`
  const region = [tags['addr:state'], tags['addr:postcode']].filter(Boolean).join(' ')
  const line = [tags['addr:housenumber'], street].filter(Boolean).join(' ')
  return validOrNull(shape.address, [line, unit, tags['addr:city'], region].filter(Boolean).join(', '))
}

export const positionText = ({ latitude, longitude }: Point) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const dietTags: Record<Diet, string> = {
  vegetarian: 'diet:vegetarian',
  vegan: 'diet:vegan',
  'gluten-free': 'diet:gluten_free',
  'dairy-free': 'diet:dairy_free',
  halal: 'diet:halal',
  kosher: 'diet:kosher',
}

function dietsOf(tags: Tags): Diet[] {
  const names = Object.keys(dietTags) as Diet[]
  return names.filter(diet => tags[dietTags[diet]] === 'yes' || tags[dietTags[diet]] === 'only')
}

/** Semicolons separate several websites, and may be part of a path: 'example.org/menu;version=2', 'example.org/a;b.html'. */
function websitesIn(text: string): string[] {
  const websites: string[] = []
  for (const part of text.split(';')) {
    const before = websites.at(-1)
    const isInPath = before && pathOrQuery.test(before) && /^[^\s@]+$/.test(part) && !isAnother(part)
    if (isInPath) websites[websites.length - 1] = `${before};${part}`
    else websites.push(part)
  }
  return websites
}

const pathOrQuery = /^(?:https?:\/\/)?[^\s/?#:]+(?::\d+)?[/?#]\S/i
// Without 'www.' and a path of its own, 'page.html' is the end of a path as likely as a host.
const isAnother = (text: string) =>
  /^(?:www\.|[^?#]*\/)/i.test(text) && shape.websiteUrl.safeParse(text).success

/** In meters. At greater distances, a similar name alone is no match. */
const maxMatchMeters = 150

/**
 * Finds the restaurant that a place most likely is: by its id, or by a similar name along with a nearby position or the
 * same street number. A restaurant whose id OpenStreetMap still has (`present`) matches by id only; any other may have
 * been redrawn there under a new id. Names are indexed once, for any number of places.
 */
export function matcherOf(restaurants: readonly Row<'restaurants'>[], present: ReadonlySet<string>) {
  const byId = new Map(restaurants.toReversed().map(restaurant => [restaurant.osmId, restaurant]))
  const byName = Map.groupBy(
    restaurants.filter(({ osmId }) => osmId === null || !present.has(osmId)),
    ({ name }) => likeName(name),
  )
  return (place: PlaceDetails): Row<'restaurants'> | undefined =>
    byId.get(place.osmId) ?? findAlike(place, byName.get(likeName(place.name)) ?? [])
}

function findAlike(
  place: PlaceDetails,
  restaurants: readonly Row<'restaurants'>[],
): Row<'restaurants'> | undefined {
  const number = streetNumber(place.address)
  return (
    restaurants.find(restaurant => metersApart(restaurant, place) <= maxMatchMeters) ??
    restaurants.find(({ address }) => number !== null && streetNumber(address) === number)
  )
}

/** A restaurant and the place that it most likely is. */
export type Match = { restaurant: Row<'restaurants'>; place: PlaceDetails }

/** Of the places that a restaurant may be (several only if none has its id), keeps the nearest, else the first. */
export function keepLikeliest(found: Map<number, Match>, { restaurant, place }: Match): void {
  const other = found.get(restaurant.id)?.place ?? place
  const nearer = metersApart(restaurant, place) < metersApart(restaurant, other) ? place : other
  found.set(restaurant.id, { restaurant, place: nearer })
}

function metersApart(restaurant: Row<'restaurants'>, place: Point): number {
  const point = pointOf(restaurant)
  return point ? greatCircleMiles(point, place) * metersPerMile : Number.POSITIVE_INFINITY
}

export type Around = { campusCode: string; radius: number }

/** Fetches OpenStreetMap's places around a campus, nearest first, and what finds the restaurant that one most likely is. */
export async function findPlacesAround(deps: Pick<Deps, 'db' | 'overpass'>, { campusCode, radius }: Around) {
  const overpass = requireOverpass(deps)
  const campus = await requireCampus(deps.db, campusCode, invalidCampus)
  const elements = await overpass.around(campus, radius)
  const places = elements
    .flatMap(element => placeDetailsOf(element) ?? [])
    .map(details => ({ details, distance: Math.round(greatCircleMiles(campus, details) * 10) / 10 }))
    .sort((a, b) => a.distance - b.distance)
  const restaurants = await list(deps.db, 'restaurants', { campusCode }, { order: ['id'] })
  // The request does not cover restaurants outside the radius: assume that OpenStreetMap still has them.
  const outside = restaurants.filter(restaurant => {
    const point = pointOf(restaurant)
    return point === null || greatCircleMiles(campus, point) > radius
  })
  const present = new Set(
    [...places.map(({ details }) => details), ...outside].flatMap(({ osmId }) => osmId ?? []),
  )
  return { places, findMatch: matcherOf(restaurants, present) }
}
