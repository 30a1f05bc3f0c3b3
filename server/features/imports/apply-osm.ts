import { tooFarFromCampus } from '#contract/distances.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { applyOsm, OsmField, undoOsm } from '#contract/osm.ts'
import { estimateTravel, isTooFar } from '#domain/distance.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { listCampusRows } from '#server/data/campuses-store.ts'
import { changeRestaurant, lockRestaurantRows } from '#server/data/restaurants-store.ts'
import { asColumns, withLists } from '#server/database/list-columns.ts'
import type { CampusRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import { factsOf } from './read-osm.ts'

type Facts = NonNullable<ReturnType<typeof factsOf>>
type Undo = Reply<typeof applyOsm>['undo']

/** Takes over fields from OpenStreetMap's current data: all of them, or none. */
export async function applyFromOsm(
  { db, now }: Deps,
  overpass: Overpass,
  { changes }: Body<typeof applyOsm>,
  by: Actor,
): Promise<Reply<typeof applyOsm>> {
  const elements = await overpass.byIds([...new Set(changes.map(({ osmId }) => osmId))])
  const current = new Map(
    elements.flatMap(element => factsOf(element) ?? []).map(facts => [facts.osmId, facts]),
  )
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const rows = await lockRestaurantRows(tx, { ids: changes.map(({ restaurantId }) => restaurantId) })
    const byId = new Map(rows.map(row => [row.id, row]))
    const campuses = new Map((await listCampusRows(tx)).map(campus => [campus.code, campus]))
    const undo: Undo = []
    for (const { restaurantId, osmId, fields } of changes) {
      const row = byId.get(restaurantId)
      if (!row) throw notFound('Restaurant not found')
      const facts = current.get(osmId)
      if (!facts) throw conflict('OpenStreetMap no longer has one of these places. Compare again.')
      const campus = campuses.get(row.campusCode)
      if (fields.includes('position') && campus && isTooFar(campus, facts))
        throw invalid('changes', `${row.name}: ${tooFarFromCampus}`)
      const changed = changesFor(facts, fields, campus)
      const updatedAt = after(row.updatedAt, time)
      undo.push({ restaurantId, updatedAt, before: valuesOf(row, Object.keys(changed)) })
      await changeRestaurant(tx, restaurantId, { ...asColumns(changed), updatedAt })
    }
    const names = rows.map(({ id, name }) => ({ id, name })).slice(0, 20)
    const details = { changed: undo.length, from: 'OpenStreetMap', restaurants: names }
    await recordAudit(tx, { action: 'RESTAURANTS_CORRECTED', details, by, time })
    return { changed: undo.length, undo }
  })
}

export async function undoFromOsm(
  { db, now }: Deps,
  { undo }: Body<typeof undoOsm>,
  by: Actor,
): Promise<Reply<typeof undoOsm>> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const rows = await lockRestaurantRows(tx, { ids: undo.map(({ restaurantId }) => restaurantId) })
    const versions = new Map(rows.map(row => [row.id, row.updatedAt]))
    const untouched = undo.filter(({ restaurantId, updatedAt }) => versions.get(restaurantId) === updatedAt)
    for (const { restaurantId, updatedAt, before } of untouched)
      await changeRestaurant(tx, restaurantId, { ...asColumns(before), updatedAt: after(updatedAt, time) })
    const details = { changed: untouched.length, from: 'OpenStreetMap', undone: true }
    if (untouched.length > 0) await recordAudit(tx, { action: 'RESTAURANTS_CORRECTED', details, by, time })
    return { changed: untouched.length }
  })
}

/** What each field brings with it: hours their times, and a position the way there. */
function changesFor(facts: Facts, fields: readonly OsmField[], campus: CampusRow | undefined) {
  const { hours, openingTimes, phone, websiteUrl, cuisine, diets, latitude, longitude } = facts
  const parts: Record<OsmField, object> = {
    hours: hours === null ? {} : { hours, openingTimes },
    phone: phone === null ? {} : { phone },
    websiteUrl: websiteUrl === null ? {} : { websiteUrl },
    cuisine: cuisine === null ? {} : { cuisine },
    diets: diets.length === 0 ? {} : { diets },
    position: {
      latitude,
      longitude,
      ...(campus && { ...estimateTravel(campus, facts), distanceIsEstimated: true }),
    },
  }
  return Object.assign({ osmId: facts.osmId }, ...fields.map(field => parts[field])) as Undo[number]['before']
}

function valuesOf(row: RestaurantRow, fields: string[]): Undo[number]['before'] {
  const values = withLists(row) as Record<string, unknown>
  return Object.fromEntries(fields.map(field => [field, values[field]]))
}

// Two changes within one millisecond must not look like one.
const after = (last: string, time: string) =>
  new Date(Math.max(Date.parse(time), Date.parse(last) + 1)).toISOString()
