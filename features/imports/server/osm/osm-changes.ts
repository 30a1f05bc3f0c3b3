import { recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { isTooFar, tooFarFromCampus } from '#features/campuses/reach.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { followsPosition } from '#features/restaurants/server/position/position-of.ts'
import { restaurantNotFound } from '#features/restaurants/server/restaurants-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { estimateTravel } from '#kit/rules/distance.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { change, list, lock } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'
import type { applyOsm, OsmField } from '../../osm-contract.ts'
import type { Source, Writing, Written } from '../runs/import-run.ts'
import { type Before, valuesOf } from '../runs/undo-import.ts'
import { requireOverpass } from '../services.ts'
import { currentDetails } from './osm-import.ts'
import type { PlaceDetails } from './read-osm.ts'

type Wanted = Body<typeof applyOsm>
type Found = Wanted & { current: Map<string, PlaceDetails> }

/** Copies fields from OpenStreetMap's current data to restaurants, all of them or none. */
export const osmChanges: Source<Wanted, Found> = {
  look: async (deps, { changes }, inParts) => {
    const osmIds = changes.map(({ osmId }) => osmId)
    return { changes, current: await currentDetails(requireOverpass(deps), osmIds, inParts) }
  },
  write: writeChanges,
}

async function writeChanges(tx: Db, { changes, current }: Found, { by, time }: Writing): Promise<Written> {
  const rows = await lock(tx, 'restaurants', { id: changes.map(({ restaurantId }) => restaurantId) })
  const byId = new Map(rows.map(row => [row.id, row]))
  const campuses = new Map((await list(tx, 'campuses')).map(campus => [campus.code, campus]))
  const edits: { id: number; name: string; before: Before; after: Before }[] = []
  for (const { restaurantId: id, osmId, fields } of changes) {
    const row = byId.get(id)
    if (!row) throw restaurantNotFound()
    const details = current.get(osmId)
    if (!details) throw conflict('OpenStreetMap no longer has one of these places. Compare again.')
    const campus = campuses.get(row.campusCode)
    if (fields.includes('position') && campus && isTooFar(campus, details))
      throw invalid('changes', `${row.name}: ${tooFarFromCampus}`)
    const changed = changesFor(row, details, { fields, campus })
    // What already has the values, or gets none, isn't reported as changed.
    if (isSame(row, changed)) continue
    const updatedAt = timestampOfChange(row.updatedAt, time)
    edits.push({ id, name: row.name, before: valuesOf(row, Object.keys(changed)), after: changed })
    const [after] = await change(tx, 'restaurants', { id }, { ...asColumns(changed), updatedAt })
    if (after) byId.set(id, after)
  }
  // A restaurant may be named twice: its first values are those from before.
  const befores = new Map<number, Before>()
  for (const { id, before } of edits) befores.set(id, { ...before, ...befores.get(id) })
  const changed = edits.length
  await touchLunchesWith(tx, [...befores.keys()], time)
  if (changed > 0) {
    const details = (restaurants: object[]) => ({ changed, from: 'OpenStreetMap', restaurants })
    await recordBulkAudit(tx, { action: 'RESTAURANTS_CORRECTED', items: edits, details, by, time })
  }
  return {
    run: { source: 'osm-changes', campusCode: commonCampusOf(rows), file: null, count: changed },
    result: { imported: 0, changed, skipped: 0, errors: [] },
    restaurants: [...befores].map(([restaurantId, before]) => ({
      ...{ restaurantId, before },
      updatedAt: byId.get(restaurantId)?.updatedAt ?? time,
    })),
  }
}

/** Null if the restaurants are near different campuses. */
export function commonCampusOf(restaurants: Pick<Row<'restaurants'>, 'campusCode'>[]): string | null {
  const [campusCode = null, ...others] = new Set(restaurants.map(restaurant => restaurant.campusCode))
  return others.length === 0 ? campusCode : null
}

/** One field may change several columns: a position also updates the distance unless that was measured. */
function changesFor(
  row: Row<'restaurants'>,
  details: PlaceDetails,
  { fields, campus }: { fields: readonly OsmField[]; campus: Row<'campuses'> | undefined },
): Before {
  const { hours, openingTimes, phone, websiteUrl, cuisine, diets, latitude, longitude } = details
  const parts: Record<OsmField, object> = {
    hours: hours === null ? {} : { hours, openingTimes },
    phone: phone === null ? {} : { phone },
    websiteUrl: websiteUrl === null ? {} : { websiteUrl },
    cuisine: cuisine === null ? {} : { cuisine },
    diets: diets.length === 0 ? {} : { diets },
    position: {
      latitude,
      longitude,
      ...(campus &&
        followsPosition(row) && { ...estimateTravel(campus, details), distanceIsEstimated: true }),
    },
  }
  return Object.assign({ osmId: details.osmId }, ...fields.map(field => parts[field]))
}

/** Whether the restaurant already has all the values, its id in OpenStreetMap aside. */
function isSame(row: Row<'restaurants'>, { osmId: _, ...values }: Before): boolean {
  return JSON.stringify(valuesOf(row, Object.keys(values))) === JSON.stringify(values)
}
