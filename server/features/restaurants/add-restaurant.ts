import type { RestaurantForm } from '#contract/restaurants.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { insertRestaurant } from '#server/data/restaurants-store.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'

export async function addRestaurant(
  { db, now }: Deps,
  form: RestaurantForm,
  by: Actor,
): Promise<RestaurantRow> {
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    if (!(await findCampusByCode(tx, form.campusCode))) throw invalid('campusCode', 'Campus not found')
    const row = await insertRestaurant(tx, { ...form, createdAt: time, updatedAt: time })
    const details = { id: row.id, name: row.name, after: form }
    await recordAudit(tx, { action: 'RESTAURANT_CREATED', details, by, time })
    return row
  })
}
