import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import type { NamedPlace } from '#kit/rules/texts/place-names.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Decision } from '../lunch-decision.ts'
import { insertLunch } from './lunches-store.ts'

/** A place of a lunch with its restaurant as it is now, or null if the restaurant was deleted. */
export type OptionRow = Row<'lunchOptions'> & { restaurant: Row<'restaurants'> | null }

/** Whether a place can be voted for now: its restaurant exists and is enabled. */
export const canBeVotedFor = ({ restaurant }: OptionRow): boolean => restaurant?.disabled === false

/** Its name and address, of which a deleted restaurant has only the name. */
export const placeOf = ({ restaurantId, name, restaurant }: OptionRow): NamedPlace => ({
  id: restaurantId,
  name: restaurant?.name ?? name,
  address: restaurant?.address,
})

/** The places of these lunches, in the order they were added. */
export async function listLunchOptions(db: Db, lunchIds: number[]): Promise<OptionRow[]> {
  const rows = await db
    .selectFrom('lunchOptions')
    .selectAll()
    .where(indexedIn(db, 'lunchId', lunchIds))
    .orderBy('lunchId')
    .orderBy('position')
    .execute()
  const byId = await readRestaurantsById(db, [...new Set(rows.map(row => row.restaurantId))])
  return rows.map(row => ({ ...row, restaurant: byId.get(row.restaurantId) ?? null }))
}

/** Their names and addresses alone, in one statement: a notification is written once per device. */
export async function listPlaceNames(db: Db, lunchId: number): Promise<NamedPlace[]> {
  return db
    .selectFrom('lunchOptions')
    .leftJoin('restaurants', 'restaurants.id', 'lunchOptions.restaurantId')
    .select(({ fn }) => [
      'lunchOptions.restaurantId as id',
      fn.coalesce('restaurants.name', 'lunchOptions.name').as('name'),
      'restaurants.address',
    ])
    .where('lunchId', '=', lunchId)
    .execute()
}

/** The open restaurants of a campus that have the same name as one of these, such as other branches of its chain. */
export async function listNamesakes(
  db: Db,
  campusCode: string,
  places: Pick<NamedPlace, 'name'>[],
): Promise<NamedPlace[]> {
  if (places.length === 0) return []
  const names = new Set(places.map(({ name }) => foldName(name)))
  const rows = await db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address'])
    .where('campusCode', '=', campusCode)
    .where('disabled', '=', false)
    .execute()
  return rows.filter(({ name }) => names.has(foldName(name)))
}

export async function listLunchVotes(
  db: Db,
  lunchIds: number[],
): Promise<{ lunchId: number; restaurantId: number; userId: number }[]> {
  return db
    .selectFrom('lunchVotes')
    .selectAll()
    .where(indexedIn(db, 'lunchId', lunchIds))
    .execute()
}

export async function insertLunchOptions(tx: Db, options: Row<'lunchOptions'>[]): Promise<void> {
  await tx.insertInto('lunchOptions').values(options).execute()
}

/** Removes places of a lunch, and the votes for them. */
export async function removeLunchOptions(tx: Db, lunchId: number, restaurantIds: number[]): Promise<void> {
  await tx
    .deleteFrom('lunchOptions')
    .where('lunchId', '=', lunchId)
    .where(indexedIn(tx, 'restaurantId', restaurantIds))
    .execute()
}

/**
 * Replaces a user's votes with votes for these places of the lunch; false if they are unchanged. Of a page that knew
 * only the votes `before`, since another device voted meanwhile, just what it changes counts.
 */
export async function replaceVotes(
  tx: Db,
  {
    lunchId,
    userId,
    restaurantIds,
    before,
  }: { lunchId: number; userId: number; restaurantIds: number[]; before?: number[] },
): Promise<boolean> {
  const votes = await tx
    .selectFrom('lunchVotes')
    .select('restaurantId')
    .where('lunchId', '=', lunchId)
    .where('userId', '=', userId)
    .execute()
  const had = new Set(votes.map(vote => vote.restaurantId))
  const kept = before ? [...had].filter(id => restaurantIds.includes(id) || !before.includes(id)) : []
  const requested = new Set([...kept, ...restaurantIds.filter(id => !before?.includes(id))])
  if (had.size === requested.size && [...requested].every(id => had.has(id))) return false
  await tx.deleteFrom('lunchVotes').where('lunchId', '=', lunchId).where('userId', '=', userId).execute()
  if (requested.size > 0)
    await tx
      .insertInto('lunchVotes')
      .values([...requested].map(restaurantId => ({ lunchId, restaurantId, userId })))
      .execute()
  return true
}

type NewLunch = Pick<
  Row<'lunches'>,
  'campusCode' | 'hostId' | 'leavesAt' | 'decidesAt' | 'meetingPoint' | 'note' | 'seats' | 'department'
> & { addedBy: number | null; time: string }

/** Inserts a lunch with its places and without people; a single place is decided immediately. */
export async function insertLunchAt(
  tx: Db,
  places: Row<'restaurants'>[],
  { addedBy, time, ...fields }: NewLunch,
): Promise<Row<'lunches'>> {
  const lunch = await insertLunch(tx, {
    ...fields,
    ...outcomeOf(places),
    peopleCount: 0,
    version: 0,
    createdAt: time,
  })
  const options = places.map(({ id: restaurantId, name }, position) => ({
    lunchId: lunch.id,
    restaurantId,
    name,
    addedBy,
    position,
  }))
  if (options.length > 0) await insertLunchOptions(tx, options)
  return lunch
}

type Outcome = Pick<
  Row<'lunches'>,
  'state' | 'decidedRestaurantId' | 'decidedName' | 'decidedHow' | 'decidedTied'
>

/** Whether these places are put to a vote, or which one was chosen by being the only one. */
export function outcomeOf([only, ...others]: Pick<Row<'restaurants'>, 'id' | 'name'>[]): Outcome {
  if (!only || others.length > 0) return undecided
  return decided({ restaurantId: only.id, how: 'only', tied: [] }, only.name)
}

export const undecided: Outcome = {
  state: 'voting',
  decidedRestaurantId: null,
  decidedName: null,
  decidedHow: null,
  decidedTied: null,
}

/** Null if there was no place to choose. */
export const decided = (decision: Decision | null, name: string | null): Outcome => ({
  state: 'decided',
  decidedRestaurantId: decision?.restaurantId ?? null,
  decidedName: name,
  decidedHow: decision?.how ?? null,
  decidedTied: JSON.stringify(decision?.tied ?? []),
})
