import { type Insertable, sql, type Updateable } from 'kysely'
import { countRows } from '#kit/server/database/count-rows.ts'
import { indexedIn } from '#kit/server/database/id-list.ts'
import { locked } from '#kit/server/database/locks.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'

type LunchTable = Database['lunches']

export async function insertLunch(tx: Db, lunch: Insertable<LunchTable>): Promise<Row<'lunches'>> {
  return tx.insertInto('lunches').values(lunch).returningAll().executeTakeFirstOrThrow()
}

/** Every change of a lunch or of anything in it increments its version. */
export async function updateLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<LunchTable>, 'version' | 'changedAt'>,
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

/** Locks lunches until the transaction ends. To prevent deadlocks, lock users before lunches, and lunches by id. */
export async function lockLunches(tx: Db, ids: number[]): Promise<Row<'lunches'>[]> {
  return tx
    .selectFrom('lunches')
    .selectAll()
    .where(indexedIn(tx, 'id', ids))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function listLunchRowsByIds(db: Db, ids: number[]): Promise<Row<'lunches'>[]> {
  return db
    .selectFrom('lunches')
    .selectAll()
    .where(indexedIn(db, 'id', ids))
    .orderBy('id')
    .execute()
}

/** The lunches that leave in this period, earliest first. */
export async function listLunchRowsBetween(
  db: Db,
  { from, until, campusCode }: { from: string; until: string; campusCode: string | undefined },
): Promise<Row<'lunches'>[]> {
  let query = db
    .selectFrom('lunches')
    .selectAll()
    .where('leavesAt', '>=', from)
    .where('leavesAt', '<', until)
    .orderBy('leavesAt')
    .orderBy('id')
  if (campusCode !== undefined) query = query.where('campusCode', '=', campusCode)
  return query.execute()
}

/** The lunches whose vote is due to be decided. */
export async function listDueLunchIds(db: Db, time: string): Promise<number[]> {
  const rows = await db
    .selectFrom('lunches')
    .select('id')
    // A literal value and no ordering; otherwise the index of open votes isn't used.
    .where('state', '=', sql.lit('voting'))
    .where('decidesAt', '<=', time)
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** How many upcoming lunches a user hosts, without those that a standing lunch made. */
export async function countHosted(tx: Db, userId: number, time: string): Promise<number> {
  return countRows(
    upcomingLunches(tx, time)
      .where('hostId', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('standingDays')
              .select('standingDays.lunchId')
              .whereRef('standingDays.lunchId', '=', 'lunches.id'),
          ),
        ),
      ),
  )
}

const upcomingLunches = (db: Db, time: string) =>
  db.selectFrom('lunches').where('state', '!=', 'cancelled').where('leavesAt', '>', time)

/** The ids of the upcoming lunches that a user is in. */
export async function listUpcomingLunchIds(tx: Db, userId: number, time: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('lunchPeople')
    .innerJoin('lunches', 'lunches.id', 'lunchPeople.lunchId')
    .select('lunches.id')
    .where('lunchPeople.userId', '=', userId)
    .where('lunches.state', '!=', 'cancelled')
    .where('lunches.leavesAt', '>', time)
    .execute()
  return rows.map(({ id }) => id)
}
