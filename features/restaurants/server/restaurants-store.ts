import { find, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { conflict, type Extra, notFound } from '#kit/server/http/errors.ts'

/** The fields that identify a restaurant, for all restaurants of these campuses. */
export async function listPlaces(
  db: Db,
  campusCodes: string[],
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'address' | 'campusCode' | 'disabled' | 'yelpId'>[]> {
  if (campusCodes.length === 0) return []
  return db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address', 'campusCode', 'disabled', 'yelpId'])
    .where('campusCode', 'in', campusCodes)
    .orderBy('id')
    .execute()
}

/** The restaurants with these ids, by id. */
export async function readRestaurantsById(db: Db, ids: number[]): Promise<Map<number, Row<'restaurants'>>> {
  return new Map((await list(db, 'restaurants', { id: ids })).map(row => [row.id, row]))
}

export const restaurantNotFound = (extra?: Extra) => notFound('Restaurant not found', extra)

/** Rejects an action on restaurants by a condition that would affect more or fewer than the user confirmed. */
export function requireCount(count: number, expected = count): void {
  if (count === expected) return
  const now = `${count.toLocaleString('en-US')} restaurant${count === 1 ? '' : 's'}`
  throw conflict(
    `It would be ${now} now, not ${expected.toLocaleString('en-US')}. Nothing was changed. Please confirm again.`,
    { code: 'changed_meanwhile', count },
  )
}

export async function requireRestaurant(db: Db, id: number): Promise<Row<'restaurants'>> {
  const row = await find(db, 'restaurants', { id })
  if (!row) throw restaurantNotFound()
  return row
}

/** The enabled restaurants whose website was gone in the last check and has not been changed since. */
export async function listWebsiteGoneIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('websiteChecks')
    .innerJoin('restaurants', join =>
      join
        .onRef('restaurants.id', '=', 'websiteChecks.restaurantId')
        .onRef('restaurants.websiteUrl', '=', 'websiteChecks.url'),
    )
    .select('restaurantId')
    .where('outcome', '=', 'gone')
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ restaurantId }) => restaurantId)
}

export type NamedRating = { name: string; value: number }

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
