import { RestaurantForm, TeamRating } from '#contract/restaurants.ts'
import { teamRatingField } from '#domain/team-ratings.ts'
import type { RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findCampusByCode } from '#server/features/campuses/campuses-store.ts'
import { readTeamRatingNames } from '#server/features/settings/settings-store.ts'
import { invalid } from '#server/http/errors.ts'
import { expectRestaurant, restaurantNotFound } from './expect.ts'
import { changeRestaurant } from './restaurants-store.ts'
import { saveTeamRatings } from './team-ratings-store.ts'

type Edit = Partial<RestaurantForm> & Record<string, unknown>

/** Writes the fields of the form and the team ratings that are given: all of them or none. */
export async function editRestaurant(deps: Deps, id: number, edit: Edit): Promise<RestaurantRow> {
  return deps.db.transaction().execute(async tx => {
    const before = await expectRestaurant(tx, id)
    if (edit.campusCode !== undefined && !(await findCampusByCode(tx, edit.campusCode)))
      throw invalid('campusCode', 'Campus not found')
    const team = teamRatingsIn(edit, await readTeamRatingNames(tx))
    const fields = formFieldsIn(edit)
    const measured = isMeasuredAnew(before, fields) && { distanceIsEstimated: false }
    const updatedAt = deps.now().toISOString()
    const row = await changeRestaurant(tx, id, { ...fields, ...measured, updatedAt })
    if (!row) throw restaurantNotFound()
    await saveTeamRatings(tx, id, team)
    return row
  })
}

function formFieldsIn(edit: Edit): Partial<RestaurantForm> {
  const given = Object.keys(RestaurantForm.shape).filter(field => edit[field] !== undefined)
  return Object.fromEntries(given.map(field => [field, edit[field]]))
}

// What somebody typed is no estimate any more; a form that sends the old values back changes nothing.
function isMeasuredAnew(before: RestaurantRow, { distance, travelTime }: Partial<RestaurantForm>): boolean {
  return (
    (distance !== undefined && distance !== before.distance) ||
    (travelTime !== undefined && travelTime !== before.travelTime)
  )
}

function teamRatingsIn(edit: Edit, names: string[]): { name: string; value: number }[] {
  return names
    .filter(name => edit[teamRatingField(name)] !== undefined)
    .map(name => {
      const field = teamRatingField(name)
      const result = TeamRating.safeParse(edit[field])
      if (!result.success) throw invalid(field, result.error.issues[0]?.message ?? 'Invalid value')
      return { name, value: result.data }
    })
}
