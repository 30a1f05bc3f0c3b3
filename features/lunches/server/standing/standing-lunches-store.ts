import type { Updateable } from 'kysely'
import { firstShown, localDate } from '#kit/rules/time/zoned-time.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { change, find, insert, insertAll, remove } from '#kit/server/database/rows.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { ProfileRow } from '../lunch-people.ts'

/** Those that haven't ended by this day. */
export async function listStandingRows(
  db: Db,
  { today, campusCode, hostId }: { today: string; campusCode?: string | undefined; hostId?: number },
): Promise<Row<'standingLunches'>[]> {
  let query = db
    .selectFrom('standingLunches')
    .selectAll()
    .where(eb => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)]))
    .orderBy('time')
    .orderBy('id')
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  if (hostId !== undefined) query = query.where('hostId', '=', hostId)
  return query.execute()
}

/** Every change of a standing lunch or of anything in it must end with this: it increments the version. */
export async function updateStandingLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<Database['standingLunches']>, 'version'>,
): Promise<Row<'standingLunches'>> {
  return tx
    .updateTable('standingLunches')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** On which days a standing lunch takes place. */
export const standingDaysOf = ({
  weekdays,
  endsOn,
}: Pick<Row<'standingLunches'>, 'weekdays' | 'endsOn'>) => ({
  weekdays: readDaysColumn(weekdays),
  endsOn,
})

/**
 * A standing lunch whose host this user is and which hasn't ended, with the next lunch that it made, for news about it;
 * undefined if it is another's by now.
 */
export async function findHosted(
  db: Db,
  { config: { timeZone }, now }: Pick<Deps, 'config' | 'now'>,
  { id, hostId }: { id: number; hostId: number },
): Promise<{ weekdays: number[]; leaves: Date; nextLunchId: number | undefined } | undefined> {
  const today = localDate(now(), timeZone)
  const row = await find(db, 'standingLunches', { id, hostId })
  if (!row || (row.endsOn !== null && row.endsOn < today)) return undefined
  const [next] = await listUpcomingOf(db, id, now().toISOString())
  return {
    weekdays: readDaysColumn(row.weekdays),
    leaves: firstShown(today, row.time, timeZone),
    nextLunchId: next?.lunchId,
  }
}

/** The days whose lunches are still to leave and not cancelled. */
export async function listUpcomingOf(
  db: Db,
  standingId: number,
  time: string,
): Promise<(Row<'standingDays'> & { lunchId: number })[]> {
  return db
    .selectFrom('standingDays')
    .innerJoin('lunches', 'lunches.id', 'standingDays.lunchId')
    .selectAll('standingDays')
    .where('standingDays.standingId', '=', standingId)
    .where('lunches.state', '!=', 'cancelled')
    .where('lunches.leavesAt', '>', time)
    .orderBy('date')
    .$narrowType<{ lunchId: number }>()
    .execute()
}

/** The days of these standing lunches that are skipped, from this one on. */
export async function listSkipsOf(
  db: Db,
  standingIds: number[],
  from: string,
): Promise<Row<'standingSkips'>[]> {
  return db
    .selectFrom('standingSkips')
    .selectAll()
    .where(indexedIn(db, 'standingId', standingIds))
    .where('date', '>=', from)
    .orderBy('date')
    .execute()
}

/** Notes which fields of a lunch were changed by hand, so that they don't follow its standing lunch any more. */
export async function keepFieldsOfLunch(tx: Db, lunchId: number, fields: string[]): Promise<void> {
  const day = await find(tx, 'standingDays', { lunchId })
  if (!day) return
  const keeps = [...new Set([...keptFields(day), ...fields])].join(' ')
  await change(tx, 'standingDays', { lunchId }, { keeps })
}

export const keptFields = ({ keeps }: Pick<Row<'standingDays'>, 'keeps'>): string[] =>
  keeps.split(' ').filter(Boolean)

/** The restaurants of these standing lunches that still exist, in their order. */
export async function listStandingRestaurants(
  db: Db,
  standingIds: number[],
): Promise<{ standingId: number; restaurantId: number }[]> {
  return db
    .selectFrom('standingPlaces')
    .innerJoin('restaurants', 'restaurants.id', 'standingPlaces.restaurantId')
    .select(['standingId', 'restaurantId'])
    .where(indexedIn(db, 'standingId', standingIds))
    .orderBy('standingId')
    .orderBy('standingPlaces.position')
    .execute()
}

export async function replaceStandingRestaurants(
  tx: Db,
  standingId: number,
  restaurants: Pick<Row<'restaurants'>, 'id'>[],
): Promise<void> {
  await remove(tx, 'standingPlaces', { standingId })
  const places = restaurants.map(({ id: restaurantId }, position) => ({ standingId, restaurantId, position }))
  await insertAll(tx, 'standingPlaces', places)
}

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
  await insert(tx, 'standingRegulars', { standingId: id, userId, position: (last ?? 0) + 1 })
  return updateStandingLunch(tx, id, {})
}
