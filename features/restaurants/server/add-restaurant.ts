import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { findCampusByCode } from '#features/campuses/server/campuses-store.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import type { Deps } from '#kit/server/deps.ts'
import { invalidCampus } from '#kit/server/http/errors.ts'
import type { createRestaurant } from '../contract.ts'
import type { SavedRow } from './edit-restaurant.ts'
import { hoursOf } from './hours-of.ts'
import { asColumns } from './list-columns.ts'
import {
  estimateTo,
  geocodeBeforeSaving,
  givenPosition,
  lookedUpPosition,
  noPosition,
} from './position/position-of.ts'
import { insertRestaurant } from './restaurants-store.ts'

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
