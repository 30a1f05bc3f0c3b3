import type { OsmDifference, OsmField } from '#contract/osm.ts'
import { greatCircleMiles } from '#domain/distance.ts'
import { tidyOpeningTimes } from '#domain/opening-times.ts'
import { cuisinesOf } from '#domain/restaurant-filters.ts'
import { metersPerMile } from '#domain/units.ts'
import { withLists } from '#server/database/list-columns.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import { type Facts, pointOf, positionText } from './read-osm.ts'

/** In meters. Positions up to this far apart count as the same. */
const maxSamePlaceMeters = 50

/** The fields where OpenStreetMap has a value that differs from ours. */
export function differencesOf(row: RestaurantRow, facts: Facts): OsmDifference {
  const { diets, openingTimes } = withLists(row)
  const point = pointOf(row)
  const isSameWeek =
    facts.openingTimes !== null &&
    JSON.stringify(tidyOpeningTimes(openingTimes ?? [])) === JSON.stringify(facts.openingTimes) &&
    openingTimes !== null
  const isNear = point !== null && greatCircleMiles(point, facts) * metersPerMile <= maxSamePlaceMeters
  const values: Record<OsmField, [string | null, string | null, boolean]> = {
    hours: [row.hours, facts.hours, isSameWeek],
    phone: [row.phone, facts.phone, digits(row.phone) === digits(facts.phone)],
    websiteUrl: [row.websiteUrl, facts.websiteUrl, site(row.websiteUrl) === site(facts.websiteUrl)],
    cuisine: [row.cuisine, facts.cuisine, cuisinesOf(row.cuisine).join(', ') === facts.cuisine],
    diets: [diets.join(', ') || null, facts.diets.join(', ') || null, false],
    position: [point && positionText(point), positionText(facts), isNear],
  }
  const fields = Object.entries(values).flatMap(([field, [ours, theirs, isSame]]) =>
    theirs === null || theirs === ours || isSame ? [] : [{ field: field as OsmField, ours, theirs }],
  )
  return { restaurantId: row.id, name: row.name, osmId: facts.osmId, fields }
}

const digits = (phone: string | null) => phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
const site = (address: string | null) => address?.toLowerCase().replace(/^https?:\/\/(www\.)?|\/+$/g, '')
