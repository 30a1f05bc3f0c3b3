import type { Body, Reply } from '#contract/endpoint.ts'
import type { importFromOsm } from '#contract/osm.ts'
import { estimateTravel } from '#domain/distance.ts'
import type { Actor } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import { asColumns } from '#server/database/list-columns.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import { type ImportRow, markDuplicates } from './duplicates.ts'
import { factsOf, findMatch } from './read-osm.ts'
import { writeImport } from './write-import.ts'

type Facts = NonNullable<ReturnType<typeof factsOf>>
type OsmRow = ImportRow & { facts?: Facts }

/** Imports chosen places. Asks OpenStreetMap for them again, so that the browser can't make anything up. */
export async function importPlaces(
  deps: Deps,
  overpass: Overpass,
  { campusCode, osmIds }: Body<typeof importFromOsm>,
  by: Actor,
): Promise<Reply<typeof importFromOsm>> {
  if (!(await findCampusByCode(deps.db, campusCode))) throw invalidCampus()
  const elements = await overpass.byIds([...new Set(osmIds)])
  const known = new Map(
    elements.flatMap(element => factsOf(element) ?? []).map(facts => [facts.osmId, facts]),
  )
  return writeImport<OsmRow, { ids: number[] }>(
    deps,
    {
      campusCode,
      from: 'OpenStreetMap',
      rows: async tx => {
        const present = await listRestaurantRowsOfCampus(tx, campusCode)
        return markDuplicates(rowsOf(osmIds, known, present), present)
      },
      toRestaurant: ({ facts }, campus, time) =>
        facts && {
          ...asColumns(facts),
          campusCode,
          price: null,
          ...estimateTravel(campus, facts),
          distanceIsEstimated: true,
          createdAt: time,
          updatedAt: time,
        },
      besides: async (tx, added) => {
        const wanted = new Set(added.map(({ facts }) => facts?.osmId))
        const written = await listRestaurantRowsOfCampus(tx, campusCode)
        return { ids: written.filter(({ osmId }) => osmId && wanted.has(osmId)).map(({ id }) => id) }
      },
    },
    by,
  )
}

function rowsOf(osmIds: string[], known: Map<string, Facts>, present: RestaurantRow[]): OsmRow[] {
  const seen = new Set<string>()
  return osmIds.map((osmId, index) => {
    const facts = known.get(osmId)
    const row = index + 1
    if (!facts) {
      const message = `OpenStreetMap no longer has the place ${osmId}`
      return { row, status: 'faulty', name: '', address: '', message }
    }
    const isKnown = seen.has(osmId) || findMatch(facts, present) !== undefined
    seen.add(osmId)
    return { row, status: isKnown ? 'duplicate' : 'new', name: facts.name, address: facts.address, facts }
  })
}
