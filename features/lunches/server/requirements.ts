import { readRestaurantsById, restaurantNotFound } from '#features/restaurants/server/restaurants-store.ts'
import { isAdmin } from '#kit/rules/roles.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { conflict, forbidden, invalid } from '#kit/server/http/errors.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { Lunch } from '../contract.ts'
import { leavingProblem } from '../lunch-times.ts'

/* What must hold for a lunch to be started or changed; anything else is an error of the call. */

/** What the host of a lunch or standing lunch may do, admins may do too. */
export function requireHost({ hostId }: { hostId: number | null }, viewer: Viewer): void {
  if (hostId !== viewer.id && !isAdmin(viewer)) throw forbidden('Only the host can change this lunch')
}

export function requireOwnDepartment(department: string | null, viewer: Viewer): void {
  if (department !== null && department !== viewer.department)
    throw invalid('department', 'A lunch can be for your own department only')
}

export function requireUpcoming({ state, leavesAt }: Pick<Lunch, 'state' | 'leavesAt'>, time: string): void {
  if (state === 'cancelled') throw conflict('This lunch was cancelled', { code: 'lunch_over' })
  if (leavesAt <= time) throw hasLeft()
}

export const hasLeft = () => conflict('This lunch has left', { code: 'lunch_over' })

export function requireOpenVote({ state }: Pick<Lunch, 'state'>): void {
  if (state !== 'voting') throw conflict('The vote is closed', { code: 'vote_closed' })
}

export function requireValidDeparture(leavesAt: string, time: string, timeZone: string): void {
  const problem = leavingProblem(new Date(leavesAt), new Date(time), timeZone)
  if (problem !== null) throw invalid('leavesAt', problem)
}

export function requireValidVoteEnd(
  decidesAt: string,
  { leavesAt, time }: { leavesAt: string; time: string },
): void {
  if (decidesAt < time || decidesAt > leavesAt)
    throw invalid('decidesAt', 'The vote must close between now and when you leave')
}

/** Returns the restaurants with these ids, in this order; throws if one is missing or disabled. */
export async function requireRestaurants(tx: Db, ids: number[]): Promise<Row<'restaurants'>[]> {
  const rows = await readRestaurantsById(tx, ids)
  return ids.map(id => {
    const row = rows.get(id)
    // Name the restaurant, so that the client can continue without it.
    if (!row) throw restaurantNotFound({ restaurantId: id })
    if (row.disabled)
      throw conflict(sentence`${row.name} is not available right now`, {
        code: 'restaurant_unavailable',
        restaurantId: id,
      })
    return row
  })
}
