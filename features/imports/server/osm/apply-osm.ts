import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { touchLunchesWith } from '#features/lunches/server/news/touch-lunches.ts'
import { asColumns, withLists } from '#features/restaurants/server/list-columns.ts'
import { followsPosition } from '#features/restaurants/server/position/position-of.ts'
import { changeRestaurant, lockRestaurantRows } from '#features/restaurants/server/restaurants-store.ts'
import { restaurantTables } from '#features/restaurants/server/tables.ts'
import type { Body, Reply } from '#kit/contract/endpoint.ts'
import { estimateTravel, isTooFar, tooFarFromCampus } from '#kit/rules/distance.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid, restaurantNotFound } from '#kit/server/http/errors.ts'
import type { applyOsm, OsmField, undoOsm } from '../../osm-contract.ts'
import { type BackgroundRun, commonCampusOf, recordImport } from '../runs/record-import.ts'
import { currentDetails } from './import-from-osm.ts'
import type { Overpass } from './overpass.ts'
import type { PlaceDetails } from './read-osm.ts'

export type Undo = Reply<typeof applyOsm>['undo']

type Changes = Body<typeof applyOsm>['changes']

/** Copies fields from OpenStreetMap's current data to restaurants, all of them or none: at once, or as a run. */
export async function applyFromOsm(
  deps: Pick<Deps, 'db' | 'now'>,
  overpass: Overpass,
  { changes }: Body<typeof applyOsm>,
  by: Actor,
  background?: BackgroundRun,
): Promise<Reply<typeof applyOsm>> {
  const osmIds = changes.map(({ osmId }) => osmId)
  const current = await currentDetails(overpass, osmIds, background?.inBatches)
  return writeChanges(deps, { changes, current }, by, background)
}

async function writeChanges(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { changes, current }: { changes: Changes; current: Map<string, PlaceDetails> },
  by: Actor,
  background?: BackgroundRun,
): Promise<Reply<typeof applyOsm>> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    await background?.lease.requireHeld(tx)
    const rows = await lockRestaurantRows(tx, { ids: changes.map(({ restaurantId }) => restaurantId) })
    const byId = new Map(rows.map(row => [row.id, row]))
    const campuses = new Map((await listCampusRows(tx)).map(campus => [campus.code, campus]))
    const undo: Undo = []
    const edits: object[] = []
    for (const { restaurantId, osmId, fields } of changes) {
      const row = byId.get(restaurantId)
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
      const before = valuesOf(row, Object.keys(changed))
      undo.push({ restaurantId, updatedAt, before })
      edits.push({ id: restaurantId, name: row.name, before, after: changed })
      const after = await changeRestaurant(tx, restaurantId, { ...asColumns(changed), updatedAt })
      if (after) byId.set(restaurantId, after)
    }
    await touchLunchesWith(
      tx,
      undo.map(({ restaurantId }) => restaurantId),
      time,
    )
    if (undo.length > 0) {
      const details = (restaurants: object[]) => ({
        changed: undo.length,
        from: 'OpenStreetMap',
        restaurants,
      })
      await recordBulkAudit(tx, { action: 'RESTAURANTS_CORRECTED', items: edits, details, by, time })
    }
    const run = {
      source: 'osm-changes' as const,
      campusCode: commonCampusOf(rows),
      file: null,
      count: undo.length,
      startedAt: time,
    }
    const result = { imported: 0, changed: undo.length, skipped: 0, errors: [] }
    // A restaurant may be named twice: keep its first values from before, and its last timestamp.
    const befores = new Map<number, Undo[number]>()
    for (const one of undo)
      befores.set(one.restaurantId, {
        ...one,
        before: { ...one.before, ...befores.get(one.restaurantId)?.before },
      })
    const written = [...befores.values()].map(one => ({ ...one, before: JSON.stringify(one.before) }))
    await recordImport(tx, { run, written, result, by, time }, background)
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
    const byId = new Map(rows.map(row => [row.id, row]))
    const untouched = undo.filter(
      ({ restaurantId, updatedAt }) => byId.get(restaurantId)?.updatedAt === updatedAt,
    )
    for (const { restaurantId, updatedAt, before } of untouched)
      await changeRestaurant(tx, restaurantId, {
        ...checkedColumns(before),
        updatedAt: timestampOfChange(updatedAt, time),
      })
    const ids = untouched.map(({ restaurantId }) => restaurantId)
    await touchLunchesWith(tx, ids, time)
    const edits = untouched.flatMap(({ restaurantId: id, before: after }) => {
      const row = byId.get(id)
      return row ? { id, name: row.name, before: valuesOf(row, Object.keys(after)), after } : []
    })
    const counts = { changed: untouched.length, from: 'OpenStreetMap', undone: true }
    const details = (restaurants: object[]) => ({ ...counts, restaurants })
    if (untouched.length > 0)
      await recordBulkAudit(tx, { action: 'RESTAURANTS_CORRECTED', items: edits, details, by, time })
    return { changed: untouched.length }
  })
}

/** `before` comes from the browser: values that its table does not allow would make backups unreadable. */
function checkedColumns(before: Undo[number]['before']) {
  const columns = asColumns(before)
  const rejected = Object.entries(columns).find(
    ([name, value]) => !restaurantColumns[name as keyof typeof columns].safeParse(value).success,
  )
  if (rejected) throw invalid(rejected[0], `The ${rejected[0]} can’t be restored`)
  return columns
}

const restaurantColumns = restaurantTables.restaurants.columns

/** One field may change several columns: a position also updates the distance unless that was measured. */
function changesFor(
  row: Row<'restaurants'>,
  details: PlaceDetails,
  { fields, campus }: { fields: readonly OsmField[]; campus: Row<'campuses'> | undefined },
) {
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
  return Object.assign(
    { osmId: details.osmId },
    ...fields.map(field => parts[field]),
  ) as Undo[number]['before']
}

/** Whether the restaurant already has all the values, its id in OpenStreetMap aside. */
function isSame(row: Row<'restaurants'>, { osmId: _, ...values }: Undo[number]['before']): boolean {
  return JSON.stringify(valuesOf(row, Object.keys(values))) === JSON.stringify(values)
}

export function valuesOf(row: Row<'restaurants'>, fields: string[]): Undo[number]['before'] {
  const values = withLists(row) as Record<string, unknown>
  return Object.fromEntries(fields.map(field => [field, values[field]]))
}
