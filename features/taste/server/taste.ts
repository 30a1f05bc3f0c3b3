import { minPeople } from '#kit/rules/min-people.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { expectedStars, indexOfPlaces, tasteOf } from '../model.ts'
import { decodeTaste, type Learned } from './learned.ts'

export type Taste = Learned & { index: Map<number, number> }

/**
 * Reads the last result, no matter which process saved it, and decodes it only once. Cached replies give the database
 * that they are made from.
 */
export function createTasteReader(ownDb: Db): (db?: Db) => Promise<Taste | null> {
  let known: { id: number; taste: Taste } | undefined
  return async (db = ownDb) => {
    const fingerprint = await findTasteFingerprint(db)
    if (!fingerprint) return null
    if (known?.id === fingerprint.id) return known.taste
    const row = await find(db, 'tasteModels', { id: fingerprint.id })
    if (!row) return known?.taste ?? null
    const learned = decodeTaste(row.model)
    known = { id: fingerprint.id, taste: { ...learned, index: indexOfPlaces(learned.model) } }
    return known.taste
  }
}

/** What identifies a model, without the model itself. */
export async function findTasteFingerprint(db: Db): Promise<{ id: number; ratings: string } | undefined> {
  return db.selectFrom('tasteModels').select(['id', 'ratings']).orderBy('id', 'desc').executeTakeFirst()
}

export type OwnStars = { restaurantId: number; value: number }
type Place = Pick<Row<'restaurants'>, 'id' | 'ratingCount'>

/** Predicts how many stars a user would give to a restaurant, based on the user's current ratings. */
export function starPredictor(taste: Taste | null, own: readonly OwnStars[]): (place: Place) => number {
  // No restaurant has enough ratings yet, so there is no overall mean to start from.
  if (!taste || taste.index.size === 0) {
    const mean = own.reduce((sum, { value }) => sum + value, 0) / (own.length || 1)
    return () => mean
  }
  const traits = tasteOf(taste.model, taste.index, own)
  // A restaurant may have lost ratings since the fit.
  return ({ id, ratingCount }) =>
    withinStars(expectedStars(taste.model, traits, ratingCount < minPeople ? undefined : taste.index.get(id)))
}

/** The stars that a user gave, by restaurant. */
export async function listStarsOf(db: Db, userId: number): Promise<OwnStars[]> {
  return db
    .selectFrom('ratings')
    .select(['restaurantId', 'value'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** The stars that a user gave, or else would probably give. */
export async function preferencesOf(
  db: Db,
  taste: Taste | null,
  userId: number,
): Promise<{ stars: (place: Place) => number; isRated: (id: number) => boolean }> {
  const own = await listStarsOf(db, userId)
  const given = new Map(own.map(({ restaurantId, value }) => [restaurantId, value]))
  const expected = starPredictor(taste, own)
  return { stars: place => given.get(place.id) ?? expected(place), isRated: id => given.has(id) }
}

const withinStars = (stars: number) => Math.min(5, Math.max(1, stars))
