import { peopleOf } from '#features/audit/server/people.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { NamedPlace } from '#kit/rules/texts/place-names.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import { overlap } from '../../lunch-times.ts'
import { canBeVotedFor, listLunchOptions, restaurantOf } from '../lunches-store.ts'

export type LunchToJoin = {
  id: number
  leavesAt: string
  meetingPoint: string | null
  host: string | null
  /** What can be voted for, or what was decided. */
  restaurants: NamedPlace[]
}

/**
 * The lunches in this period that a user could join: at their campus, with a free seat, open to everyone or
 * to their department, and not overlapping with a lunch they are already in. Earliest first.
 */
export async function listLunchesToJoin(
  db: Db,
  { id: userId, campusCode, department }: Pick<Row<'users'>, 'id' | 'campusCode' | 'department'>,
  { from, until }: { from: Date; until: Date },
): Promise<LunchToJoin[]> {
  const upcoming = await db
    .selectFrom('lunches')
    .leftJoin('lunchPeople', join =>
      join.onRef('lunchPeople.lunchId', '=', 'lunches.id').on('lunchPeople.userId', '=', userId),
    )
    .selectAll('lunches')
    .select('lunchPeople.userId as isIn')
    .where('leavesAt', '>', from.toISOString())
    .where('leavesAt', '<', until.toISOString())
    .where('state', '!=', 'cancelled')
    .orderBy('leavesAt')
    .orderBy('lunches.id')
    .execute()
  const own = upcoming.filter(lunch => lunch.isIn !== null)
  const open = upcoming.filter(
    lunch =>
      lunch.isIn === null &&
      lunch.campusCode === campusCode &&
      (lunch.department === null || lunch.department === department) &&
      (lunch.seats === null || lunch.peopleCount < lunch.seats) &&
      !own.some(other => overlap(new Date(other.leavesAt), new Date(lunch.leavesAt))),
  )
  return withNames(db, open)
}

async function withNames(db: Db, lunches: Row<'lunches'>[]): Promise<LunchToJoin[]> {
  const ids = lunches.map(({ id }) => id)
  const options = await listLunchOptions(db, ids)
  const hostIds = lunches.map(({ hostId }) => hostId)
  const hosts = await peopleOf(db, hostIds)
  return lunches.map(({ id, leavesAt, meetingPoint, hostId, decidedRestaurantId, decidedName, state }) => {
    const host = hosts.get(hostId)
    const own = options.filter(option => option.lunchId === id)
    const decided = own.find(({ restaurantId }) => restaurantId === decidedRestaurantId)
    const restaurants =
      state === 'voting'
        ? own.filter(canBeVotedFor).map(restaurantOf)
        : decidedName === null
          ? []
          : [{ id: decidedRestaurantId ?? 0, name: decidedName, address: decided?.restaurant?.address }]
    return { id, leavesAt, meetingPoint, host: host ? fullName(host) : null, restaurants }
  })
}
