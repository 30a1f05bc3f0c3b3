import type { Selectable } from 'kysely'
import { peopleOf } from '#features/audit/server/people.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { NamedPlace } from '#kit/rules/texts/place-names.ts'
import type { Database, Db, Row } from '#kit/server/database/schema.ts'
import { overlap } from '../../lunch-times.ts'
import { canBeVotedFor, listLunchOptions, placeOf } from '../lunch-votes-store.ts'

export type ReminderRow = Selectable<Database['reminders']>

export async function findReminder(db: Db, userId: number): Promise<ReminderRow | undefined> {
  return db.selectFrom('reminders').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** The reminders that are switched on and have not been handled on this day. */
export async function listRemindersToSend(
  db: Db,
  today: string,
): Promise<(ReminderRow & { time: string })[]> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('time', 'is not', null)
    .where(eb => eb.or([eb('handledOn', 'is', null), eb('handledOn', '!=', today)]))
    .orderBy('userId')
    .$narrowType<{ time: string }>()
    .execute()
}

/** Switches a user's reminder on or off. A day that was already handled stays handled. */
export async function saveReminderRow(
  db: Db,
  { userId, ...choice }: Omit<ReminderRow, 'handledOn'>,
): Promise<void> {
  await db
    .insertInto('reminders')
    .values({ userId, ...choice })
    .onConflict(conflict => conflict.column('userId').doUpdateSet(choice))
    .execute()
}

/** Only if it is on, so that a repeated click changes nothing. */
export async function switchReminderOff(db: Db, userId: number, time: string): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ time: null, days: '', chosenAt: time })
    .where('userId', '=', userId)
    .where('time', 'is not', null)
    .execute()
}

/** Marks a reminder as handled on this day; false if it was already handled, or was changed after it was read. */
export async function handleReminder(
  tx: Db,
  { userId, time, days }: ReminderRow,
  today: string,
): Promise<boolean> {
  const handled = await tx
    .updateTable('reminders')
    .set({ handledOn: today })
    .where('userId', '=', userId)
    .where('time', '=', time)
    .where('days', '=', days)
    .where(eb => eb.or([eb('handledOn', 'is', null), eb('handledOn', '!=', today)]))
    .returning('userId')
    .executeTakeFirst()
  return handled !== undefined
}

export type LunchToJoin = {
  id: number
  leavesAt: string
  meetingPoint: string | null
  host: string | null
  /** What can be voted for, or what was decided. */
  places: NamedPlace[]
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
  const options = await listLunchOptions(
    db,
    lunches.map(({ id }) => id),
  )
  const hosts = await peopleOf(
    db,
    lunches.map(({ hostId }) => hostId),
  )
  return lunches.map(({ id, leavesAt, meetingPoint, hostId, decidedRestaurantId, decidedName, state }) => {
    const host = hosts.get(hostId)
    const own = options.filter(option => option.lunchId === id)
    const decided = own.find(({ restaurantId }) => restaurantId === decidedRestaurantId)
    const places =
      state === 'voting'
        ? own.filter(canBeVotedFor).map(placeOf)
        : decidedName === null
          ? []
          : [{ id: decidedRestaurantId ?? 0, name: decidedName, address: decided?.restaurant?.address }]
    return {
      id,
      leavesAt,
      meetingPoint,
      host: host ? fullName(host) : null,
      places,
    }
  })
}
