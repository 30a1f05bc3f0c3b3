import type { Updateable } from 'kysely'
import { readRestaurantsById } from '#features/restaurants/server/restaurants-store.ts'
import type { NamedPlace } from '#kit/rules/texts/place-names.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { insert, insertAll } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import type { Decision } from '../lunch-decision.ts'

type NewLunch = Pick<
  Row<'lunches'>,
  'campusCode' | 'leavesAt' | 'decidesAt' | 'meetingPoint' | 'note' | 'seats' | 'department'
> & { people: number[]; addedBy: number | null; time: string }

/** Inserts a lunch with its restaurants and people, the host first; a single restaurant is decided immediately. */
export async function insertLunchAt(
  tx: Db,
  restaurants: Row<'restaurants'>[],
  { people, addedBy, time, ...fields }: NewLunch,
): Promise<Row<'lunches'>> {
  const lunch = await insert(tx, 'lunches', {
    ...fields,
    ...outcomeOf(restaurants),
    hostId: people[0] ?? null,
    peopleCount: people.length,
    version: 1,
    createdAt: time,
  })
  await addOptions(tx, lunch.id, restaurants, { addedBy, first: 0 })
  const rows = people.map((userId, index) => ({ lunchId: lunch.id, userId, position: index + 1 }))
  await insertAll(tx, 'lunchPeople', rows)
  return lunch
}

/** Adds restaurants that a lunch may go to; `first` is the position of the first of them. */
export async function addOptions(
  tx: Db,
  lunchId: number,
  restaurants: Pick<Row<'restaurants'>, 'id' | 'name'>[],
  { addedBy, first }: { addedBy: number | null; first: number },
): Promise<void> {
  const options = restaurants.map(({ id: restaurantId, name }, index) => {
    return { lunchId, restaurantId, name, addedBy, position: first + index }
  })
  await insertAll(tx, 'lunchOptions', options)
}

/** Every change of a lunch or of anything in it increments its version. */
export async function updateLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<Database['lunches']>, 'version' | 'changedAt'>,
  time: string,
): Promise<Row<'lunches'>> {
  return tx
    .updateTable('lunches')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1), changedAt: time }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Outcome = Pick<
  Row<'lunches'>,
  'state' | 'decidedRestaurantId' | 'decidedName' | 'decidedHow' | 'decidedTied' | 'takeBackUntil'
>

/** Whether these restaurants are put to a vote, or which one was chosen by being the only one. */
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
  takeBackUntil: null,
}

/** Null if there was no restaurant to choose. */
export const decided = (decision: Decision | null, name: string | null): Outcome => ({
  state: 'decided',
  decidedRestaurantId: decision?.restaurantId ?? null,
  decidedName: name,
  decidedHow: decision?.how ?? null,
  decidedTied: JSON.stringify(decision?.tied ?? []),
  takeBackUntil: null,
})

/** An option of a lunch with its restaurant as it is now; null if that was deleted. */
export type OptionRow = Row<'lunchOptions'> & { restaurant: Row<'restaurants'> | null }

/** Whether an option can be voted for now: its restaurant exists and is enabled. */
export const canBeVotedFor = ({ restaurant }: OptionRow): boolean => restaurant?.disabled === false

/** Its name and address, of which a deleted restaurant has only the name. */
export const restaurantOf = ({ restaurantId, name, restaurant }: OptionRow): NamedPlace => ({
  id: restaurantId,
  name: restaurant?.name ?? name,
  address: restaurant?.address,
})

/** The restaurants of these lunches, in the order they were added. */
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

/** The open restaurants of a campus that have the same name as one of these, such as other branches of its chain. */
export async function listNamesakes(
  db: Db,
  campusCode: string,
  restaurants: Pick<NamedPlace, 'name'>[],
): Promise<NamedPlace[]> {
  if (restaurants.length === 0) return []
  const names = new Set(restaurants.map(({ name }) => foldName(name)))
  const rows = await db
    .selectFrom('restaurants')
    .select(['id', 'name', 'address'])
    .where('campusCode', '=', campusCode)
    .where('disabled', '=', false)
    .execute()
  return rows.filter(({ name }) => names.has(foldName(name)))
}
