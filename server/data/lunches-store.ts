import { type Insertable, sql, type Updateable } from 'kysely'
import { hours } from '#domain/units.ts'
import { countRows } from '#server/database/count-rows.ts'
import { indexedIn } from '#server/database/id-list.ts'
import { locked } from '#server/database/locks.ts'
import type { Database, Db, LunchRow } from '#server/database/schema.ts'
import { announce, type Changed } from './changes-store.ts'
import { queueLunchPost } from './lunch-posts-store.ts'
import { queuePlacesGone } from './places-gone-store.ts'
import { changeOf, queueLunchChange } from './push-queue-store.ts'

type LunchTable = Database['lunches']

/** The topic under which changes of lunches are announced. */
export const lunchTopic = 'lunches'

export async function announceLunches(tx: Db, changed: Changed, time: string): Promise<void> {
  await announce(tx, { topic: lunchTopic, changed, time })
}

/** Announces only the lunches that lists still show, because deleting an account changes every lunch it was ever in. */
async function announceListed(
  tx: Db,
  lunches: Pick<LunchRow, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  const from = startOfLists(time)
  const listed = lunches.filter(({ leavesAt }) => leavesAt > from)
  await announceLunches(
    tx,
    listed.map(({ id }) => id),
    time,
  )
}

/** Lists begin with the current local day, which has at most 25 hours. */
const startOfLists = (time: string) => new Date(Date.parse(time) - 25 * hours).toISOString()

export async function insertLunch(tx: Db, lunch: Insertable<LunchTable>): Promise<LunchRow> {
  return tx.insertInto('lunches').values(lunch).returningAll().executeTakeFirstOrThrow()
}

/**
 * Every change of a lunch or of anything in it must end with this: it increments the version, updates the
 * screens that list the lunch, and tells the chat and the phones of the people in it, except that of `by`, who did it.
 */
export async function updateLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<LunchTable>, 'version' | 'changedAt'>,
  time: string,
  by: number | null = null,
): Promise<LunchRow> {
  const row = await tx
    .updateTable('lunches')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1), changedAt: time }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceListed(tx, [row], time)
  const change = changeOf(changes)
  if (!change) return row
  // The chat says where the lunch meets whenever it says that it moved.
  const occasion = change === 'place' ? 'moved' : change
  if (occasion !== 'host') await queueLunchPost(tx, row, { occasion, time })
  await queueLunchChange(tx, row, change, { time, by })
  return row
}

/** Locks lunches until the transaction ends. To prevent deadlocks, lock users before lunches, and lunches by id. */
export async function lockLunches(tx: Db, ids: number[]): Promise<LunchRow[]> {
  return tx
    .selectFrom('lunches')
    .selectAll()
    .where(indexedIn(tx, 'id', ids))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function listLunchRowsByIds(db: Db, ids: number[]): Promise<LunchRow[]> {
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
): Promise<LunchRow[]> {
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

/**
 * After restaurants change: updates the lunches that lists still show and that have one of them among their places, and
 * tells who chose one that has gone.
 */
export async function touchLunchesWith(
  tx: Db,
  restaurantIds: number[],
  time: string,
  { areGone = false } = {},
): Promise<void> {
  const rows = await tx
    .selectFrom('lunches')
    .select(['id', 'leavesAt'])
    .where('leavesAt', '>', startOfLists(time))
    .where(eb =>
      eb.or([
        // The host may have chosen a place that is none of the options.
        indexedIn(tx, 'decidedRestaurantId', restaurantIds),
        eb.exists(
          eb
            .selectFrom('lunchOptions')
            .select('lunchOptions.lunchId')
            .whereRef('lunchOptions.lunchId', '=', 'lunches.id')
            .where(indexedIn(tx, 'lunchOptions.restaurantId', restaurantIds)),
        ),
      ]),
    )
    .orderBy('id')
    .$call(locked(tx))
    .execute()
  await incrementVersions(tx, rows, time)
  if (areGone) await queuePlacesGone(tx, restaurantIds, time)
}

/** After something changed that lunches show but don't hold. */
export async function touchLunches(tx: Db, ids: number[], time: string): Promise<void> {
  await incrementVersions(tx, await lockLunches(tx, ids), time)
}

/** Keeps lunches with their department when it is renamed. */
export async function renameDepartmentOfLunches(
  tx: Db,
  { from, to, time }: { from: string; to: string; time: string },
): Promise<void> {
  const rows = await tx
    .updateTable('lunches')
    .set({ department: to })
    .where('department', '=', from)
    .returning(['id', 'leavesAt'])
    .execute()
  await incrementVersions(tx, rows, time)
}

async function incrementVersions(
  tx: Db,
  lunches: Pick<LunchRow, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  if (lunches.length === 0) return
  const ids = lunches.map(({ id }) => id)
  await tx
    .updateTable('lunches')
    .set(eb => ({ version: eb('version', '+', 1), changedAt: time }))
    .where(indexedIn(tx, 'id', ids))
    .execute()
  await announceListed(tx, lunches, time)
}
