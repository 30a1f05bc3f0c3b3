import type { Insertable, Updateable } from 'kysely'
import { firstShown, localDate } from '#kit/rules/time/zoned-time.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { readDaysColumn } from '#kit/server/database/tables/checks.ts'
import { listUpcomingOf } from './standing-days-store.ts'

type StandingTable = Database['standingLunches']

/** On which days a standing lunch takes place. */
export const standingDaysOf = ({
  weekdays,
  endsOn,
}: Pick<Row<'standingLunches'>, 'weekdays' | 'endsOn'>) => ({
  weekdays: readDaysColumn(weekdays),
  endsOn,
})

export async function insertStandingLunch(
  tx: Db,
  standing: Insertable<StandingTable>,
): Promise<Row<'standingLunches'>> {
  return tx.insertInto('standingLunches').values(standing).returningAll().executeTakeFirstOrThrow()
}

/** Every change of a standing lunch or of anything in it must end with this: it increments the version. */
export async function updateStandingLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<StandingTable>, 'version'>,
): Promise<Row<'standingLunches'>> {
  return tx
    .updateTable('standingLunches')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findStandingLunch(db: Db, id: number): Promise<Row<'standingLunches'> | undefined> {
  return db.selectFrom('standingLunches').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * A standing lunch whose host this user is and which hasn't ended, with the next lunch that it made, for news about it;
 * undefined if it is another's by now.
 */
export async function findHosted(
  db: Db,
  { id, hostId, now, timeZone }: { id: number; hostId: number; now: Date; timeZone: string },
): Promise<{ weekdays: number[]; leaves: Date; nextLunchId: number | undefined } | undefined> {
  const today = localDate(now, timeZone)
  const row = await notEnded(db, today).selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.hostId !== hostId) return undefined
  const [next] = await listUpcomingOf(db, id, now.toISOString())
  return {
    weekdays: readDaysColumn(row.weekdays),
    leaves: firstShown(today, row.time, timeZone),
    nextLunchId: next?.lunchId,
  }
}

/**
 * Locks a standing lunch until the transaction ends. To prevent deadlocks, lock users before standing lunches, and
 * those before lunches.
 */
export async function lockStandingLunch(tx: Db, id: number): Promise<Row<'standingLunches'> | undefined> {
  return tx
    .selectFrom('standingLunches')
    .selectAll()
    .where('id', '=', id)
    .$call(locked(tx))
    .executeTakeFirst()
}

/** Those that haven't ended by this day. */
export async function listStandingRows(
  db: Db,
  { today, campusCode }: { today: string; campusCode?: string },
): Promise<Row<'standingLunches'>[]> {
  let query = notEnded(db, today).selectAll().orderBy('time').orderBy('id')
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.execute()
}

export async function countStandingHosted(tx: Db, userId: number, today: string): Promise<number> {
  return countRows(notEnded(tx, today).where('hostId', '=', userId))
}

const notEnded = (db: Db, today: string) =>
  db.selectFrom('standingLunches').where(eb => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>=', today)]))

/** Keeps standing lunches with their department when it is renamed. */
export async function renameDepartmentOfStandingLunches(
  tx: Db,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('standingLunches')
    .set({ department: to })
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('department', '=', from)
    .execute()
}

/** The places of these standing lunches that still exist, in their order. */
export async function listStandingPlaces(
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

export async function replaceStandingPlaces(
  tx: Db,
  standingId: number,
  places: Pick<Row<'restaurants'>, 'id'>[],
): Promise<void> {
  await tx.deleteFrom('standingPlaces').where('standingId', '=', standingId).execute()
  if (places.length === 0) return
  await tx
    .insertInto('standingPlaces')
    .values(places.map(({ id: restaurantId }, position) => ({ standingId, restaurantId, position })))
    .execute()
}
