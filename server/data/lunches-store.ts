import { type Insertable, sql, type Updateable } from 'kysely'
import { hours } from '#domain/units.ts'
import { countRows } from '#server/database/count-rows.ts'
import { isOneOf } from '#server/database/id-list.ts'
import { locked } from '#server/database/locks.ts'
import type { Database, Db, LunchRow } from '#server/database/schema.ts'
import { announce, type Changed } from './changes-store.ts'
import { occasionOf, queueLunchPost } from './lunch-posts-store.ts'

type LunchTable = Database['lunches']

/** What the events of lunches are announced under. */
export const lunchTopic = 'lunches'

export async function announceLunches(tx: Db, changed: Changed, time: string): Promise<void> {
  await announce(tx, { topic: lunchTopic, changed, time })
}

/** Announces those of these lunches that a list still has: an account that goes changes all that it was ever in. */
async function announceListed(
  tx: Db,
  lunches: Pick<LunchRow, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  const from = beginningOfLists(time)
  const listed = lunches.filter(({ leavesAt }) => leavesAt > from)
  await announceLunches(
    tx,
    listed.map(({ id }) => id),
    time,
  )
}

/** Lists begin with the local day, which has 25 hours at most. */
const beginningOfLists = (time: string) => new Date(Date.parse(time) - 25 * hours).toISOString()

export async function insertLunch(tx: Db, lunch: Insertable<LunchTable>): Promise<LunchRow> {
  return tx.insertInto('lunches').values(lunch).returningAll().executeTakeFirstOrThrow()
}

/** Every change of a lunch, or of anything in it, ends with this: its version grows, screens that list it get it, and the chat hears of it. */
export async function updateLunch(
  tx: Db,
  id: number,
  changes: Omit<Updateable<LunchTable>, 'version'>,
  time: string,
): Promise<LunchRow> {
  const row = await tx
    .updateTable('lunches')
    .set(changes)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceListed(tx, [row], time)
  const occasion = occasionOf(changes)
  if (occasion) await queueLunchPost(tx, row, { occasion, time })
  return row
}

/** Keeps lunches until the transaction ends; users are locked before lunches, and lunches by id. */
export async function lockLunches(tx: Db, ids: number[]): Promise<LunchRow[]> {
  return tx
    .selectFrom('lunches')
    .selectAll()
    .where(isOneOf(tx, 'id', ids))
    .orderBy('id')
    .$call(locked(tx))
    .execute()
}

export async function listLunchRowsByIds(db: Db, ids: number[]): Promise<LunchRow[]> {
  return db
    .selectFrom('lunches')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .execute()
}

/** The lunches that leave in this stretch of time, the earliest first. */
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

/** The open votes whose time has come. */
export async function listDueLunchIds(db: Db, time: string): Promise<number[]> {
  const rows = await db
    .selectFrom('lunches')
    .select('id')
    // Written out, and not ordered: else the index of the open votes isn't used.
    .where('state', '=', sql.lit('voting'))
    .where('decidesAt', '<=', time)
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** How many lunches that are still to leave somebody hosts. */
export async function countHosted(tx: Db, userId: number, time: string): Promise<number> {
  return countRows(stillToLeave(tx, time).where('hostId', '=', userId))
}

/** How many lunches are still to leave from a campus. */
export async function countLeavingFrom(tx: Db, campusCode: string, time: string): Promise<number> {
  return countRows(stillToLeave(tx, time).where('campusCode', '=', campusCode))
}

const stillToLeave = (db: Db, time: string) =>
  db.selectFrom('lunches').where('state', '!=', 'cancelled').where('leavesAt', '>', time)

/** The ids of the lunches still to leave that somebody is in. */
export async function listAheadOf(tx: Db, userId: number, time: string): Promise<number[]> {
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

/** After a change of restaurants: the lunches that a list still has, and that have them among their places, show it. */
export async function touchLunchesWith(tx: Db, restaurantIds: number[], time: string): Promise<void> {
  const rows = await tx
    .selectFrom('lunches')
    .select(['id', 'leavesAt'])
    .where('leavesAt', '>', beginningOfLists(time))
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('lunchOptions')
          .select('lunchOptions.lunchId')
          .whereRef('lunchOptions.lunchId', '=', 'lunches.id')
          .where(isOneOf(tx, 'lunchOptions.restaurantId', restaurantIds)),
      ),
    )
    .orderBy('id')
    .$call(locked(tx))
    .execute()
  await growVersions(tx, rows, time)
}

/** Lunches of a department stay its own when it is renamed. */
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
  await growVersions(tx, rows, time)
}

async function growVersions(
  tx: Db,
  lunches: Pick<LunchRow, 'id' | 'leavesAt'>[],
  time: string,
): Promise<void> {
  if (lunches.length === 0) return
  const ids = lunches.map(({ id }) => id)
  await tx
    .updateTable('lunches')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where(isOneOf(tx, 'id', ids))
    .execute()
  await announceListed(tx, lunches, time)
}
