import { tidyOpeningTimes } from '#features/restaurants/opening/opening-times.ts'
import { cuisinesOf } from '#features/restaurants/restaurant-filters.ts'
import { withLists } from '#features/restaurants/server/list-columns.ts'
import { withScheme } from '#kit/rules/addresses/web-address.ts'
import { greatCircleMiles, pointOf } from '#kit/rules/distance.ts'
import { metersPerMile } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { OsmDifference, OsmField } from '../../osm-contract.ts'
import type { Source } from '../runs/import-run.ts'
import {
  type Around,
  findPlacesAround,
  keepLikeliest,
  type Match,
  type PlaceDetails,
  positionText,
} from './read-osm.ts'

/** As it is stored, so its names stay: an earlier version may have compared. */
export type StoredMatch = { restaurantId: number; facts: PlaceDetails }
type Found = { around: Around; matches: Match[] }

/** Matches each restaurant with its likeliest place in OpenStreetMap. Writes nothing but the matches, into its run. */
export const osmComparison: Source<Around, Found, StoredMatch[]> = {
  look: async (deps, around, inParts) => {
    const { places, findMatch } = await findPlacesAround(deps, around)
    const found = new Map<number, Match>()
    await inParts(places, 50, part => {
      for (const { details: place } of part) {
        const restaurant = findMatch(place)
        if (restaurant) keepLikeliest(found, { restaurant, place })
      }
    })
    return { around, matches: [...found.values()] }
  },
  write: async (_tx, { around, matches }) => ({
    run: runOf(around),
    result: matches.map(({ restaurant, place }) => ({ restaurantId: restaurant.id, facts: place })),
    restaurants: [],
  }),
}

/** The run of a comparison; only the response says how many places it is about. */
export const runOf = ({ campusCode, radius }: Around) =>
  ({ source: 'osm-comparison', campusCode, file: String(radius), count: 0 }) as const

/** The fields of restaurants where OpenStreetMap has a value that differs from ours. */
export const differencesIn = (matches: Match[]): OsmDifference[] =>
  matches
    .map(({ restaurant, place }) => differencesOf(restaurant, place))
    .filter(({ fields }) => fields.length > 0)

/** In meters. Positions up to this far apart count as the same. */
const maxSamePlaceMeters = 50

function differencesOf(row: Row<'restaurants'>, details: PlaceDetails): OsmDifference {
  const { diets, openingTimes } = withLists(row)
  const point = pointOf(row)
  const isSameWeek =
    details.openingTimes !== null &&
    JSON.stringify(tidyOpeningTimes(openingTimes ?? [])) === JSON.stringify(details.openingTimes) &&
    openingTimes !== null
  const isNear = point !== null && greatCircleMiles(point, details) * metersPerMile <= maxSamePlaceMeters
  const values: Record<OsmField, [string | null, string | null, boolean]> = {
    hours: [row.hours, details.hours, isSameWeek],
    phone: [row.phone, details.phone, digits(row.phone) === digits(details.phone)],
    websiteUrl: [row.websiteUrl, details.websiteUrl, site(row.websiteUrl) === site(details.websiteUrl)],
    cuisine: [row.cuisine, details.cuisine, cuisinesOf(row.cuisine).join(', ') === details.cuisine],
    diets: [diets.join(', ') || null, details.diets.join(', ') || null, false],
    position: [point && positionText(point), positionText(details), isNear],
  }
  const fields = Object.entries(values).flatMap(([field, [ours, theirs, isSame]]) =>
    theirs === null || theirs === ours || isSame ? [] : [{ field: field as OsmField, ours, theirs }],
  )
  return { restaurantId: row.id, name: row.name, osmId: details.osmId, fields }
}

const digits = (phone: string | null) => phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
const site = (address: string | null) =>
  address &&
  withScheme(address)
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?|\/+$/g, '')
