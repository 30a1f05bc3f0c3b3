import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { overlap } from '../../lunch-times.ts'

/**
 * The lunches that leave today and that a user could still join: at their campus, with a free seat, open to everyone or
 * to their department, and not overlapping with a lunch they are already in. Earliest first.
 */
export async function listLunchesToJoin(
  db: Db,
  { config: { timeZone }, now }: Pick<Deps, 'config' | 'now'>,
  { id: userId, campusCode, department }: Row<'users'>,
): Promise<Row<'lunches'>[]> {
  const time = now()
  const midnight = startOfDay(addDays(localDate(time, timeZone), 1), timeZone)
  const upcoming = await db
    .selectFrom('lunches')
    .leftJoin('lunchPeople', join =>
      join.onRef('lunchPeople.lunchId', '=', 'lunches.id').on('lunchPeople.userId', '=', userId),
    )
    .selectAll('lunches')
    .select('lunchPeople.userId as isIn')
    .where('leavesAt', '>', time.toISOString())
    .where('leavesAt', '<', midnight.toISOString())
    .where('state', '!=', 'cancelled')
    .orderBy('leavesAt')
    .orderBy('lunches.id')
    .execute()
  const own = upcoming.filter(lunch => lunch.isIn !== null)
  return upcoming.filter(
    lunch =>
      lunch.isIn === null &&
      lunch.campusCode === campusCode &&
      (lunch.department === null || lunch.department === department) &&
      (lunch.seats === null || lunch.peopleCount < lunch.seats) &&
      !own.some(other => overlap(new Date(other.leavesAt), new Date(lunch.leavesAt))),
  )
}
