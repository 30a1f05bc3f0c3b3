import type { Body, Reply } from '#contract/endpoint.ts'
import type { importFromOsm } from '#contract/osm.ts'
import { estimateTravel } from '#domain/distance.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode, lockCampus } from '#server/data/campuses-store.ts'
import { insertRestaurants, listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import { asColumns } from '#server/database/list-columns.ts'
import type { CampusRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import { markDuplicates } from './duplicates.ts'
import { resultOf } from './import-restaurants.ts'
import { factsOf, findMatch } from './read-osm.ts'

type Facts = NonNullable<ReturnType<typeof factsOf>>

/** Writes what OpenStreetMap tells of places, of all of them or of none; asked for again, so the browser invents nothing. */
export async function importPlaces(
  { db, now }: Deps,
  overpass: Overpass,
  { campusCode, osmIds }: Body<typeof importFromOsm>,
  by: Actor,
): Promise<Reply<typeof importFromOsm>> {
  if (!(await findCampusByCode(db, campusCode))) throw invalidCampus()
  const elements = await overpass.byIds([...new Set(osmIds)])
  const told = new Map(elements.flatMap(element => factsOf(element) ?? []).map(facts => [facts.osmId, facts]))
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const campus = await lockCampus(tx, campusCode)
    if (!campus) throw invalidCampus()
    const present = await listRestaurantRowsOfCampus(tx, campusCode)
    const rows = markDuplicates(rowsOf(osmIds, told, present), present)
    const result = resultOf(rows)
    const added = rows.flatMap(({ status, facts }) => (status === 'new' && facts ? [facts] : []))
    await insertRestaurants(
      tx,
      added.map(facts => toRestaurant(facts, campus, time)),
    )
    const wanted = new Set(added.map(({ osmId }) => osmId))
    const written = await listRestaurantRowsOfCampus(tx, campusCode)
    const ids = written.filter(({ osmId }) => osmId && wanted.has(osmId)).map(({ id }) => id)
    if (result.imported > 0) {
      const details = { ...result, campusCode, errors: result.errors.length, from: 'OpenStreetMap' }
      await recordAudit(tx, { action: 'RESTAURANTS_IMPORTED', details, by, time })
    }
    return { ...result, ids }
  })
}

type Row = {
  row: number
  status: 'new' | 'duplicate' | 'faulty'
  name: string
  address: string
  message?: string
  facts?: Facts
}

function rowsOf(osmIds: string[], told: Map<string, Facts>, present: RestaurantRow[]): Row[] {
  const seen = new Set<string>()
  return osmIds.map((osmId, index) => {
    const facts = told.get(osmId)
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

function toRestaurant(facts: Facts, campus: CampusRow, time: string) {
  return {
    ...asColumns(facts),
    campusCode: campus.code,
    price: null,
    ...estimateTravel(campus, facts),
    distanceIsEstimated: true,
    createdAt: time,
    updatedAt: time,
  }
}
