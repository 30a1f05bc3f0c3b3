import { sql } from 'kysely'
import { readInBatches } from '#kit/server/database/batches.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

/** Change it with what is learned from the ratings, so that every installation learns again. */
const whatIsLearned = 'tastes and likes:'

/**
 * A text that changes whenever any rating changes. It is cheap
 * to read: tallies are stored, and the latest time has an index.
 */
export async function ratingsFingerprint(db: Db): Promise<string> {
  const bigId = sql<number>`cast(id as bigint)`
  const { count, sum, weighted } = await db
    .selectFrom('restaurants')
    .select(eb => [
      eb.fn.sum<number | null>('ratingCount').as('count'),
      eb.fn.sum<number | null>('ratingSum').as('sum'),
      sql<number | null>`sum(${bigId} * ("ratingCount" * 7 + "ratingSum"))`.as('weighted'),
    ])
    .executeTakeFirstOrThrow()
  const { latest } = await db
    .selectFrom('ratings')
    .select(eb => eb.fn.max('updatedAt').as('latest'))
    .executeTakeFirstOrThrow()
  return [whatIsLearned, count, sum, weighted, latest].map(value => value ?? 0).join(' ')
}

/** What identifies a model, without the model itself. */
export async function findTasteFingerprint(db: Db): Promise<{ id: number; ratings: string } | undefined> {
  return db.selectFrom('tasteModels').select(['id', 'ratings']).orderBy('id', 'desc').executeTakeFirst()
}

export async function findTasteModel(db: Db, id: number): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('tasteModels').select('model').where('id', '=', id).executeTakeFirst()
  return row?.model
}

/** Saves a model in place of the last one. */
export async function saveTasteModel(
  tx: Db,
  model: { ratings: string; fittedAt: string; model: Uint8Array },
): Promise<void> {
  await removeTasteModels(tx)
  await tx.insertInto('tasteModels').values(model).execute()
}

export async function removeTasteModels(tx: Db): Promise<void> {
  await tx.deleteFrom('tasteModels').execute()
}

type RatingStars = { id: number; userId: number; restaurantId: number; value: number }

/** All ratings in the order of their ids, in batches. */
export const ratingBatches = (db: Db): AsyncGenerator<RatingStars[]> =>
  readInBatches<RatingStars>(
    ({ limit, last }) =>
      db
        .selectFrom('ratings')
        .select(['id', 'userId', 'restaurantId', 'value'])
        .where('id', '>', last?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    2_000,
  )

/** The stars that a user gave, by restaurant. */
export async function listStarsOf(
  db: Db,
  userId: number,
): Promise<{ restaurantId: number; value: number }[]> {
  return db
    .selectFrom('ratings')
    .select(['restaurantId', 'value'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** What `forYou` needs to know about all places. */
export async function listPlacesToSuggest(
  db: Db,
): Promise<Pick<Row<'restaurants'>, 'id' | 'name' | 'campusCode' | 'disabled' | 'ratingCount'>[]> {
  return db
    .selectFrom('restaurants')
    .select(['id', 'name', 'campusCode', 'disabled', 'ratingCount'])
    .orderBy('id')
    .execute()
}
