import { invalidCampus, requireCampus } from '#features/campuses/server/campuses-store.ts'
import { likeName } from '#features/restaurants/duplicates.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { placedAt } from '#features/restaurants/server/position/position-of.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { type ImportRow, markDuplicates } from '../duplicates.ts'
import { atOnce, type InParts, type Source } from '../runs/import-run.ts'
import { type NewRestaurants, writeNewRestaurants } from '../runs/new-restaurants.ts'
import { requireOverpass } from '../services.ts'
import type { Overpass } from './overpass.ts'
import { matcherOf, type PlaceDetails, placeDetailsOf } from './read-osm.ts'

type OsmRow = ImportRow & { details?: PlaceDetails }

/** Adds chosen places. Asks OpenStreetMap for them again rather than trusting data sent by the browser. */
export const osmImport: Source<{ campusCode: string; ids: string[] }, NewRestaurants<OsmRow>> = {
  look: async (deps, { campusCode, ids }, inParts) => {
    const overpass = requireOverpass(deps)
    await requireCampus(deps.db, campusCode, invalidCampus)
    const known = await currentDetails(overpass, ids, inParts)
    const listed = await listOfCampus(deps.db, campusCode)
    await giveWay()
    const present = await idsStillInOsm(overpass, known, listed)
    return {
      source: 'osm',
      campusCode,
      from: 'OpenStreetMap',
      rows: async tx => {
        const rows = await listOfCampus(tx, campusCode)
        await giveWay()
        const read = rowsOf(ids, known, matcherOf(rows, present))
        await giveWay()
        return markDuplicates(read, rows)
      },
      toRestaurant: ({ details }, campus, time) => {
        if (!details) return undefined
        const { remarks: _, ...fields } = details
        return {
          ...asColumns(fields),
          campusCode,
          ...placedAt(campus, details),
          createdAt: time,
          updatedAt: time,
        }
      },
    }
  },
  write: writeNewRestaurants,
}

const listOfCampus = (db: Db, campusCode: string) =>
  list(db, 'restaurants', { campusCode }, { order: ['id'] })

/** The ids of the chosen places, and those of similarly named restaurants that OpenStreetMap still has. */
async function idsStillInOsm(
  overpass: Overpass,
  known: Map<string, PlaceDetails>,
  restaurants: Row<'restaurants'>[],
): Promise<Set<string>> {
  const names = new Set([...known.values()].map(({ name }) => likeName(name)))
  const alike = restaurants
    .filter(({ name }) => names.has(likeName(name)))
    .flatMap(({ osmId }) => (osmId === null || known.has(osmId) ? [] : osmId))
  const others = alike.length > 0 ? await currentDetails(overpass, alike, atOnce) : new Map()
  return new Set([...known.keys(), ...others.keys()])
}

/** OpenStreetMap's current data for places, by their ids. */
export async function currentDetails(
  overpass: Overpass,
  osmIds: string[],
  inParts: InParts,
): Promise<Map<string, PlaceDetails>> {
  const known = new Map<string, PlaceDetails>()
  await inParts([...new Set(osmIds)], 100, async part => {
    for (const element of await overpass.byIds(part)) {
      const details = placeDetailsOf(element)
      if (details) known.set(details.osmId, details)
    }
  })
  return known
}

function rowsOf(
  osmIds: string[],
  known: Map<string, PlaceDetails>,
  findMatch: ReturnType<typeof matcherOf>,
): OsmRow[] {
  const seen = new Set<string>()
  return osmIds.map((osmId, index) => {
    const details = known.get(osmId)
    const row = index + 1
    if (!details) {
      const message = `OpenStreetMap no longer has the place ${osmId}`
      return { row, status: 'faulty', name: '', address: '', message }
    }
    const isKnown = seen.has(osmId) || findMatch(details) !== undefined
    seen.add(osmId)
    const { name, address, remarks } = details
    const status = isKnown ? 'duplicate' : 'new'
    return { row, status, name, address, details, ...(remarks && { remarks }) }
  })
}
