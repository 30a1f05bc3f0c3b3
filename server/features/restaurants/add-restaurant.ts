import type { Body } from '#contract/endpoint.ts'
import type { createRestaurant } from '#contract/restaurants.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findCampusByCode } from '#server/data/campuses-store.ts'
import { insertRestaurant } from '#server/data/restaurants-store.ts'
import { asColumns } from '#server/database/list-columns.ts'
import type { Deps } from '#server/deps.ts'
import { invalidCampus } from '#server/http/errors.ts'
import type { SavedRow } from './edit-restaurant.ts'
import { hoursOf } from './hours-of.ts'
import {
  estimateTo,
  geocodeBeforeSaving,
  givenPosition,
  lookedUpPosition,
  noPosition,
} from './position-of.ts'

export async function addRestaurant(
  deps: Deps,
  { suggestionId, ...input }: Body<typeof createRestaurant>,
  by: Actor,
): Promise<SavedRow> {
  const { db, now, followers } = deps
  const form = { ...input, ...hoursOf(input) }
  const isSetByHand = typeof form.latitude === 'number' && typeof form.longitude === 'number'
  const positionProblem = isSetByHand ? {} : await geocodeBeforeSaving(deps, form)
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    const campus = await findCampusByCode(tx, form.campusCode)
    if (!campus) throw invalidCampus()
    const byHand = givenPosition(noPosition, form, campus)
    const position =
      typeof byHand?.latitude === 'number'
        ? byHand
        : await lookedUpPosition(tx, deps, { address: form.address, campus })
    const estimate = estimateTo(campus, position)
    const row = await insertRestaurant(tx, {
      ...asColumns(form),
      ...position,
      distanceIsEstimated:
        estimate !== null && estimate.distance === form.distance && estimate.travelTime === form.travelTime,
      createdAt: time,
      updatedAt: time,
    })
    const details = { id: row.id, name: row.name, after: { ...form, ...position } }
    await recordAudit(tx, { action: 'RESTAURANT_CREATED', details, by, time })
    await followers.suggestionFollowed(tx, suggestionId, { restaurantId: row.id, by, time })
    return { row, positionProblem }
  })
}
