import { indexedIn } from '#kit/server/database/id-list.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'

type Day = Pick<Row<'standingDays'>, 'standingId' | 'date'>

/** All days from this one on that are done, or that are skipped. */
export const listDaysDone = (db: Db, from: string): Promise<Day[]> => listDays(db, 'standingDays', from)
export const listSkippedDays = (db: Db, from: string): Promise<Day[]> => listDays(db, 'standingSkips', from)

async function listDays(db: Db, table: 'standingDays' | 'standingSkips', from: string): Promise<Day[]> {
  return db
    .selectFrom(table)
    .select(['standingId', 'date'])
    .where('date', '>=', from)
    .orderBy('standingId')
    .orderBy('date')
    .execute()
}

/** Marks a day as done; false if it is already. */
export async function claimDay(tx: Db, { standingId, date }: Day): Promise<boolean> {
  const claimed = await tx
    .insertInto('standingDays')
    .values({ standingId, date, lunchId: null })
    .onConflict(conflict => conflict.doNothing())
    .returning('standingId')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function setLunchOfDay(tx: Db, { standingId, date }: Day, lunchId: number): Promise<void> {
  await tx
    .updateTable('standingDays')
    .set({ lunchId })
    .where('standingId', '=', standingId)
    .where('date', '=', date)
    .execute()
}

export async function findDay(db: Db, { standingId, date }: Day): Promise<Row<'standingDays'> | undefined> {
  return db
    .selectFrom('standingDays')
    .selectAll()
    .where('standingId', '=', standingId)
    .where('date', '=', date)
    .executeTakeFirst()
}

/** The days of a standing lunch that are done, from this one on. */
export async function listDaysOf(db: Db, standingId: number, from: string): Promise<Row<'standingDays'>[]> {
  return db
    .selectFrom('standingDays')
    .selectAll()
    .where('standingId', '=', standingId)
    .where('date', '>=', from)
    .orderBy('date')
    .execute()
}

/** Lets a day be done again. */
export async function forgetDay(tx: Db, { standingId, date }: Day): Promise<void> {
  await tx.deleteFrom('standingDays').where('standingId', '=', standingId).where('date', '=', date).execute()
}

/** Lets the days be done again on which no one could come. */
export async function forgetDaysWithoutLunch(tx: Db, standingId: number, from: string): Promise<void> {
  await tx
    .deleteFrom('standingDays')
    .where('standingId', '=', standingId)
    .where('lunchId', 'is', null)
    .where('date', '>=', from)
    .execute()
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

/** The standing lunches that made these lunches. */
export async function listStandingOfLunches(
  db: Db,
  lunchIds: number[],
): Promise<{ lunchId: number | null; id: number; weekdays: string }[]> {
  return db
    .selectFrom('standingDays')
    .innerJoin('standingLunches', 'standingLunches.id', 'standingDays.standingId')
    .select(['lunchId', 'standingLunches.id', 'weekdays'])
    .where(indexedIn(db, 'lunchId', lunchIds))
    .execute()
}

/** Notes which fields of a lunch were changed by hand, so that they don't follow its standing lunch any more. */
export async function keepFieldsOfLunch(tx: Db, lunchId: number, fields: string[]): Promise<void> {
  const day = await tx
    .selectFrom('standingDays')
    .selectAll()
    .where('lunchId', '=', lunchId)
    .executeTakeFirst()
  if (!day) return
  const keeps = [...new Set([...keptFields(day), ...fields])].join(' ')
  await tx.updateTable('standingDays').set({ keeps }).where('lunchId', '=', lunchId).execute()
}

export const keptFields = ({ keeps }: Pick<Row<'standingDays'>, 'keeps'>): string[] =>
  keeps.split(' ').filter(Boolean)

export async function insertSkip(tx: Db, day: Day): Promise<void> {
  await tx
    .insertInto('standingSkips')
    .values(day)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function isSkipped(db: Db, { standingId, date }: Day): Promise<boolean> {
  const row = await db
    .selectFrom('standingSkips')
    .select('date')
    .where('standingId', '=', standingId)
    .where('date', '=', date)
    .executeTakeFirst()
  return row !== undefined
}

export async function removeSkip(tx: Db, { standingId, date }: Day): Promise<void> {
  await tx.deleteFrom('standingSkips').where('standingId', '=', standingId).where('date', '=', date).execute()
}

/** The days of these standing lunches that are skipped, from this one on. */
export async function listSkipsOf(db: Db, standingIds: number[], from: string): Promise<Day[]> {
  return db
    .selectFrom('standingSkips')
    .selectAll()
    .where(indexedIn(db, 'standingId', standingIds))
    .where('date', '>=', from)
    .orderBy('date')
    .execute()
}
