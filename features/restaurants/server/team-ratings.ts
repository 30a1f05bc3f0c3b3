import { readTeamRatingNames } from '#features/settings/server/settings-store.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import { invalid } from '#kit/server/http/errors.ts'
import { TeamRating } from '../place-fields.ts'
import { teamRatingField } from '../team-ratings.ts'

type NamedRating = { name: string; value: number }

export async function saveTeamRatings(db: Db, restaurantId: number, ratings: NamedRating[]): Promise<void> {
  if (ratings.length === 0) return
  await db
    .insertInto('teamRatings')
    .values(ratings.map(rating => ({ restaurantId, ...rating })))
    .onConflict(conflict =>
      conflict.columns(['restaurantId', 'name']).doUpdateSet(eb => ({ value: eb.ref('excluded.value') })),
    )
    .execute()
}

/** The team ratings that an edit changes, and the values of their fields before and after. */
export async function changedTeamRatings(tx: Db, restaurantId: number, edit: Record<string, unknown>) {
  const stored = await list(tx, 'teamRatings', { restaurantId })
  const before = (name: string) => stored.find(rating => rating.name === name)?.value ?? 0
  const given = teamRatingsIn(edit, await readTeamRatingNames(tx))
  const changed = given.filter(({ name, value }) => value !== before(name))
  return {
    changed,
    before: asFields(changed.map(({ name }) => ({ name, value: before(name) }))),
    after: asFields(changed),
  }
}

const asFields = (ratings: NamedRating[]) =>
  Object.fromEntries(ratings.map(({ name, value }) => [teamRatingField(name), value]))

function teamRatingsIn(edit: Record<string, unknown>, names: string[]): NamedRating[] {
  return names
    .filter(name => edit[teamRatingField(name)] !== undefined)
    .map(name => {
      const field = teamRatingField(name)
      const result = TeamRating.safeParse(edit[field])
      if (!result.success) throw invalid(field, result.error.issues[0]?.message ?? 'Invalid value')
      return { name, value: result.data }
    })
}
