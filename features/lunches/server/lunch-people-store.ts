import type { PersonRow } from '#features/audit/server/people.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { updateLunch } from './lunches-store.ts'

export type ProfileRow = Omit<PersonRow, 'email'>

/** The people in these lunches, in the order of joining, with what never leaves the server: their diets. */
export async function listLunchPeople(
  db: Db,
  lunchIds: number[],
): Promise<(ProfileRow & Pick<Row<'users'>, 'diets' | 'dietsAtLunches'> & { lunchId: number })[]> {
  return db
    .selectFrom('lunchPeople')
    .innerJoin('users', 'users.id', 'lunchPeople.userId')
    .select(['lunchId', 'users.id', 'firstName', 'lastName', 'imageHash', 'diets', 'dietsAtLunches'])
    .where(indexedIn(db, 'lunchId', lunchIds))
    .orderBy('lunchId')
    .orderBy('position')
    .execute()
}

export async function isInLunch(db: Db, lunchId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('lunchPeople')
    .select('userId')
    .where('lunchId', '=', lunchId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** When the first lunch leaves that these users are in, of those of a period other than this one; only for who is in one. */
export async function listBusy(
  db: Db,
  userIds: number[],
  { from, until, except = 0 }: { from: string; until: string; except?: number },
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('lunchPeople')
    .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
    .select(({ fn }) => ['userId', fn.min('leavesAt').as('leavesAt')])
    .where(indexedIn(db, 'userId', userIds))
    .where('lunches.id', '!=', except)
    .where('state', '!=', 'cancelled')
    .where('leavesAt', '>=', from)
    .where('leavesAt', '<=', until)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, leavesAt }) => [userId, leavesAt]))
}

/** Adds a user to a lunch. The lunch must be locked and have a seat left, and the user must not be in it. */
export async function addToLunch(
  tx: Db,
  lunch: Row<'lunches'>,
  userId: number,
  time: string,
): Promise<Row<'lunches'>> {
  const { last } = await tx
    .selectFrom('lunchPeople')
    .select(eb => eb.fn.max('position').as('last'))
    .where('lunchId', '=', lunch.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('lunchPeople')
    .values({ lunchId: lunch.id, userId, position: (last ?? 0) + 1 })
    .execute()
  return updateLunch(tx, lunch.id, { peopleCount: lunch.peopleCount + 1 }, time)
}

/** Recounts the people in each lunch, because rows from a backup lack the counts. */
export async function recountLunchPeople(tx: Db): Promise<void> {
  await tx
    .updateTable('lunches')
    .set(eb => ({
      peopleCount: eb
        .selectFrom('lunchPeople')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('lunchPeople.lunchId', '=', 'lunches.id'),
    }))
    .execute()
}
