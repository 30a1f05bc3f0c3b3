import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { ProfileRow } from '../lunch-people-store.ts'
import { updateStandingLunch } from './standing-lunches-store.ts'

export type RegularRow = ProfileRow & { standingId: number } & Pick<
    Row<'users'>,
    'canLogin' | 'isPrimaryAdmin'
  >

/** The regulars of these standing lunches, in the order of joining. */
export async function listRegulars(db: Db, standingIds: number[]): Promise<RegularRow[]> {
  return db
    .selectFrom('standingRegulars')
    .innerJoin('users', 'users.id', 'standingRegulars.userId')
    .select(['standingId', 'users.id', 'firstName', 'lastName', 'imageHash', 'canLogin', 'isPrimaryAdmin'])
    .where(indexedIn(db, 'standingId', standingIds))
    .orderBy('standingId')
    .orderBy('position')
    .execute()
}

export async function isRegular(db: Db, standingId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('standingRegulars')
    .select('userId')
    .where('standingId', '=', standingId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a regular to a locked standing lunch. The user must not be one. */
export async function addRegular(
  tx: Db,
  { id }: Pick<Row<'standingLunches'>, 'id'>,
  userId: number,
): Promise<Row<'standingLunches'>> {
  const { last } = await tx
    .selectFrom('standingRegulars')
    .select(eb => eb.fn.max('position').as('last'))
    .where('standingId', '=', id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('standingRegulars')
    .values({ standingId: id, userId, position: (last ?? 0) + 1 })
    .execute()
  return updateStandingLunch(tx, id, {})
}
