import { addDays, localDate } from '#domain/zoned-time.ts'
import type { Db } from '#server/database/schema.ts'
import type { PushDeviceRow } from './push-devices-store.ts'

export type PushFacts = NonNullable<Awaited<ReturnType<typeof findPushFacts>>>

/** A device, its user, and a lunch with its host, as they are now, in one statement: many devices get the same news. */
export async function findPushFacts(tx: Db, { deviceId, lunchId }: { deviceId: number; lunchId: number }) {
  return tx
    .selectFrom('pushDevices')
    .innerJoin('users', 'users.id', 'pushDevices.userId')
    .leftJoin('pushChoices', 'pushChoices.userId', 'users.id')
    .innerJoin('lunches', join => join.on('lunches.id', '=', lunchId))
    .leftJoin('users as hosts', 'hosts.id', 'lunches.hostId')
    .leftJoin('lunchPeople', join =>
      join.onRef('lunchPeople.lunchId', '=', 'lunches.id').onRef('lunchPeople.userId', '=', 'users.id'),
    )
    .select([
      'pushDevices.id',
      'pushDevices.endpoint',
      'pushDevices.p256dh',
      'pushDevices.auth',
      'users.id as userId',
      'users.canLogin',
      'users.isVerified',
      'users.isPrimaryAdmin',
      'users.campusCode as userCampus',
      'users.department as userDepartment',
      'users.role',
      'pushChoices.kinds',
      'lunchPeople.userId as isIn',
      'lunches.id as lunchId',
      'lunches.hostId',
      'lunches.campusCode',
      'lunches.department',
      'lunches.leavesAt',
      'lunches.decidesAt',
      'lunches.meetingPoint',
      'lunches.state',
      'lunches.decidedRestaurantId',
      'lunches.decidedName',
      'lunches.decidedHow',
      'lunches.peopleCount',
      'lunches.seats',
      'hosts.firstName as hostFirstName',
      'hosts.lastName as hostLastName',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('lunchVotes')
          .select('lunchVotes.userId')
          .whereRef('lunchVotes.lunchId', '=', 'lunches.id')
          .whereRef('lunchVotes.userId', '=', 'users.id'),
      ).as('hasVoted'),
    )
    .where('pushDevices.id', '=', deviceId)
    .executeTakeFirst()
}

/** A device whose user may sign in, for a message that is about no lunch. */
export async function findDeviceInUse(tx: Db, id: number): Promise<PushDeviceRow | undefined> {
  return tx
    .selectFrom('pushDevices')
    .innerJoin('users', 'users.id', 'pushDevices.userId')
    .selectAll('pushDevices')
    .where('pushDevices.id', '=', id)
    .where(eb => eb.or([eb('users.canLogin', '=', true), eb('users.isPrimaryAdmin', '=', true)]))
    .executeTakeFirst()
}

/** Whether a user can still be asked how a lunch was: its visit is there, and its place neither rated nor hidden since. */
export async function mayAskHowItWas(
  tx: Db,
  {
    userId,
    lunchId,
    leavesAt,
    timeZone,
  }: { userId: number; lunchId: number; leavesAt: string; timeZone: string },
): Promise<boolean> {
  const day = localDate(new Date(leavesAt), timeZone)
  const visit = await tx
    .selectFrom('lunches')
    .innerJoin('restaurants', 'restaurants.id', 'lunches.decidedRestaurantId')
    .innerJoin('visits', join =>
      join
        .onRef('visits.restaurantId', '=', 'restaurants.id')
        .on('visits.userId', '=', userId)
        .on('visits.dismissed', '=', false)
        .on('visits.date', '>=', day)
        .on('visits.date', '<', addDays(day, 1)),
    )
    .leftJoin('ratings', join =>
      join.onRef('ratings.restaurantId', '=', 'restaurants.id').on('ratings.userId', '=', userId),
    )
    .leftJoin('hiddenRestaurants', join =>
      join
        .onRef('hiddenRestaurants.restaurantId', '=', 'restaurants.id')
        .on('hiddenRestaurants.userId', '=', userId),
    )
    .select('ratings.updatedAt as ratedAt')
    .where('lunches.id', '=', lunchId)
    .where('hiddenRestaurants.userId', 'is', null)
    .executeTakeFirst()
  return visit !== undefined && (visit.ratedAt === null || visit.ratedAt < leavesAt)
}
