import type { Actor } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import { likeName } from '#features/restaurants/duplicates.ts'
import { asColumns } from '#features/restaurants/server/list-columns.ts'
import { listRestaurantRowsOfCampus } from '#features/restaurants/server/restaurants-store.ts'
import type { Body, Reply } from '#kit/contract/endpoint.ts'
import { placedAt } from '#kit/rules/distance.ts'
import { giveWay } from '#kit/server/database/drivers/give-way.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { importFromOsm } from '../../osm-contract.ts'
import { type ImportRow, markDuplicates } from '../duplicates.ts'
import { type InBatches, inOneBatch } from '../runs/in-batches.ts'
import type { BackgroundRun } from '../runs/record-import.ts'
import { type Import, type WriteDeps, writeImport } from '../runs/write-import.ts'
import type { Overpass } from './overpass.ts'
import { matcherOf, type PlaceDetails, placeDetailsOf } from './read-osm.ts'

type OsmRow = ImportRow & { details?: PlaceDetails }

type Wanted = Body<typeof importFromOsm>

/** Imports the chosen places, or none if OpenStreetMap fails: at once, or as a run. */
export async function importPlaces(
  deps: WriteDeps,
  overpass: Overpass,
  requested: Wanted,
  by: Actor,
  background?: BackgroundRun,
): Promise<Reply<typeof importFromOsm>> {
  const found = await fetchFromOsm(deps, overpass, requested, background?.inBatches)
  return writeImport(deps, found, by, background)
}

/** Fetches the chosen places from OpenStreetMap again rather than trusting data sent by the browser. */
async function fetchFromOsm(
  { db }: Pick<WriteDeps, 'db'>,
  overpass: Overpass,
  { campusCode, osmIds }: Wanted,
  inBatches: InBatches | undefined,
): Promise<Import<OsmRow>> {
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const known = await currentDetails(overpass, osmIds, inBatches)
  const listed = await listRestaurantRowsOfCampus(db, campusCode)
  await giveWay()
  const present = await idsStillInOsm(overpass, known, listed)
  return {
    source: 'osm',
    campusCode,
    from: 'OpenStreetMap',
    rows: async tx => {
      const rows = await listRestaurantRowsOfCampus(tx, campusCode)
      await giveWay()
      const read = rowsOf(osmIds, known, matcherOf(rows, present))
      await giveWay()
      return markDuplicates(read, rows)
    },
    toRestaurant: ({ details }, campus, time) => {
      if (!details) return undefined
      const { remarks: _, ...fields } = details
      return {
        ...asColumns(fields),
        campusCode,
        price: null,
        ...placedAt(campus, details),
        createdAt: time,
        updatedAt: time,
      }
    },
  }
}

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
  const others = alike.length > 0 ? await currentDetails(overpass, alike) : new Map()
  return new Set([...known.keys(), ...others.keys()])
}

/** Fetches OpenStreetMap's current data for places, by their ids. */
export async function currentDetails(
  overpass: Overpass,
  osmIds: string[],
  inBatches: InBatches = inOneBatch,
): Promise<Map<string, PlaceDetails>> {
  const known = new Map<string, PlaceDetails>()
  await inBatches([...new Set(osmIds)], async part => {
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
