import { crowd, expectedStars, indexOfPlaces, tasteOf } from '#domain/taste/model.ts'
import { findTasteMark, findTasteModel, listStarsOf } from '#server/data/taste-store.ts'
import type { Db, RestaurantRow } from '#server/database/schema.ts'
import { decodeTaste, type Learned } from './learned.ts'

export type Taste = Learned & { index: Map<number, number> }

/** Reads what was learned last, in whichever process; it is decoded once. */
export function createTasteReader(db: Db): () => Promise<Taste | null> {
  let known: { id: number; taste: Taste } | undefined
  return async () => {
    const mark = await findTasteMark(db)
    if (!mark) return null
    if (known?.id === mark.id) return known.taste
    const bytes = await findTasteModel(db, mark.id)
    if (!bytes) return known?.taste ?? null
    const learned = decodeTaste(bytes)
    known = { id: mark.id, taste: { ...learned, index: indexOfPlaces(learned.model) } }
    return known.taste
  }
}

type OwnStars = { restaurantId: number; value: number }
type Place = Pick<RestaurantRow, 'id' | 'ratingCount'>

/** How many stars somebody would give each of these places, by their present ratings. */
export function expectedBy(taste: Taste | null, own: readonly OwnStars[]): (place: Place) => number {
  // Before any place has enough raters, there is no mean of all ratings to begin with.
  if (!taste || taste.index.size === 0) {
    const mean = own.reduce((sum, { value }) => sum + value, 0) / (own.length || 1)
    return () => mean
  }
  const traits = tasteOf(taste.model, taste.index, own)
  // A place may have lost ratings since the fit.
  return ({ id, ratingCount }) =>
    withinStars(expectedStars(taste.model, traits, ratingCount < crowd ? undefined : taste.index.get(id)))
}

/** What somebody gave, or would give. */
export async function likingOf(
  db: Db,
  taste: Taste | null,
  userId: number,
): Promise<{ stars: (place: Place) => number; isRated: (id: number) => boolean }> {
  const own = await listStarsOf(db, userId)
  const given = new Map(own.map(({ restaurantId, value }) => [restaurantId, value]))
  const expected = expectedBy(taste, own)
  return { stars: place => given.get(place.id) ?? expected(place), isRated: id => given.has(id) }
}

const withinStars = (stars: number) => Math.min(5, Math.max(1, stars))
