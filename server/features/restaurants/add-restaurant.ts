import type { Body } from '#contract/endpoint.ts'
import type { createRestaurant } from '#contract/restaurants.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { insertRestaurant } from '#server/data/restaurants-store.ts'
import { asColumns } from '#server/database/list-columns.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import { finishSuggestion } from './finish-suggestion.ts'
import { hoursOf } from './hours-of.ts'

export async function addRestaurant(
  { db, now }: Deps,
  { suggestionId, ...given }: Body<typeof createRestaurant>,
  by: Actor,
): Promise<RestaurantRow> {
  const form = { ...given, ...hoursOf(given) }
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    if (!(await findCampusByCode(tx, form.campusCode))) throw invalidCampus()
    const row = await insertRestaurant(tx, { ...asColumns(form), createdAt: time, updatedAt: time })
    const details = { id: row.id, name: row.name, after: form }
    await recordAudit(tx, { action: 'RESTAURANT_CREATED', details, by, time })
    await finishSuggestion(tx, suggestionId, { restaurantId: row.id, by, time })
    return row
  })
}
