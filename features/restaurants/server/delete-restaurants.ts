import { type Actor, recordAudit, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus, requireCount, restaurantNotFound } from '#kit/server/http/errors.ts'
import { moveRestaurantsToTrash } from './move-to-trash.ts'
import {
  countRestaurants,
  lockRestaurantRows,
  type RestaurantFilter,
  removeRestaurants,
} from './restaurants-store.ts'

export async function deleteRestaurant(deps: Deps, id: number, by: Actor): Promise<void> {
  const time = deps.now().toISOString()
  await deps.db.transaction().execute(async tx => {
    const [row] = await lockRestaurantRows(tx, { ids: [id] })
    if (!row) throw restaurantNotFound()
    await moveRestaurantsToTrash(tx, deps, [row], { by, time })
    await removeRestaurants(tx, [id])
    const { name, address, campusCode, ratingCount } = row
    const details = { id, before: { name, address, campusCode, ratingCount } }
    await recordAudit(tx, { action: 'RESTAURANT_DELETED', details, by, time })
  })
}

/** Deletes all restaurants that match the filter, after a safety backup, and returns their ids. */
export async function deleteRestaurants(
  deps: Deps,
  { expectedCount, ...filter }: RestaurantFilter & { expectedCount?: number },
  by: Actor,
): Promise<number[]> {
  const { db, now, followers } = deps
  await rejectUnknownCampus(db, filter.campusCode)
  const count = await countRestaurants(db, filter)
  requireCount(count, expectedCount)
  if (count === 0) return []
  const safetyBackup = await followers.manyRestaurantsLeave()
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    await rejectUnknownCampus(tx, filter.campusCode)
    const rows = await lockRestaurantRows(tx, filter)
    requireCount(rows.length, expectedCount)
    if (rows.length === 0) return []
    const ids = rows.map(row => row.id)
    await moveRestaurantsToTrash(tx, deps, rows, { by, time })
    await removeRestaurants(tx, ids)
    const items = rows.map(({ id, name, address, campusCode, ratingCount }) => {
      return { id, name, address, campusCode, ratingCount }
    })
    const { campusCode } = filter
    const details = (before: object[]) => ({ count: rows.length, campusCode, before, safetyBackup })
    await recordBulkAudit(tx, { action: 'RESTAURANTS_DELETED', items, details, by, time })
    return ids
  })
}

// An unknown campus must never mean all restaurants.
async function rejectUnknownCampus(db: Db, code: string | undefined): Promise<void> {
  if (code !== undefined && !(await findCampusByCode(db, code))) throw invalidCampus()
}
