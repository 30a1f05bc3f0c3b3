import { defaultDecidesAt } from '#features/lunches/lunch-times.ts'
import { addToLunch } from '#features/lunches/server/lunch-people.ts'
import { insertLunchAt } from '#features/lunches/server/lunches-store.ts'
import { enterVisitsOf } from '#features/visits/server/enter-visits.ts'
import { addDays, instantOf, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { insert } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { SeededRandom } from './random.ts'

type Guest = { id: number; campusCode: string }
export type DemoLunch = {
  leavesAt: Date
  places: Row<'restaurants'>[]
  guests: Guest[]
  meetingPoint: string
  note?: string
  seats?: number
}

export const listGuests = (tx: Db, campusCode: string): Promise<Guest[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'campusCode'])
    .where('campusCode', '=', campusCode)
    .where('isPrimaryAdmin', '=', false)
    .orderBy('id')
    .execute()

/** Inserts a demo lunch with its guests and their votes; a lunch with one place is decided already. */
export async function insertDemoLunch(
  tx: Db,
  plan: DemoLunch,
  campusCode: string,
  now: Date,
): Promise<Row<'lunches'> | undefined> {
  const { leavesAt, places, guests, meetingPoint, note = null, seats = null } = plan
  const [host] = guests
  if (!host || places.length === 0) return undefined
  const time = now.toISOString()
  const isVote = places.length > 1
  const lunch = await insertLunchAt(tx, places, {
    campusCode,
    hostId: host.id,
    leavesAt: leavesAt.toISOString(),
    decidesAt: isVote ? defaultDecidesAt(leavesAt, now).toISOString() : null,
    meetingPoint,
    note,
    seats,
    department: null,
    addedBy: host.id,
    time,
  })
  let current = lunch
  for (const [index, guest] of guests.entries()) {
    current = await addToLunch(tx, current, guest.id, time)
    // Each guest votes for every third place; the first one varies by guest.
    const chosen = isVote ? places.filter((_, place) => (place + index) % 3 === 0) : []
    for (const { id: restaurantId } of chosen)
      await insert(tx, 'lunchVotes', { lunchId: lunch.id, restaurantId, userId: guest.id })
  }
  return current
}

/** Inserts seven weeks of lunches, on every other day but weekends; only the latest visits are still to be rated. */
export async function insertPastLunches(
  tx: Db,
  {
    campusCodes,
    restaurants,
    chance,
    now,
    timeZone,
  }: {
    campusCodes: readonly string[]
    restaurants: Row<'restaurants'>[]
    chance: SeededRandom
    now: Date
    timeZone: string
  },
): Promise<void> {
  const today = localDate(now, timeZone)
  for (const campusCode of campusCodes) {
    const guests = await listGuests(tx, campusCode)
    // Only a few places, so that people return to them.
    const places = restaurants.filter(place => place.campusCode === campusCode && !place.disabled).slice(0, 6)
    for (let daysAgo = 50; daysAgo > 0; daysAgo -= 1) {
      const date = addDays(today, -daysAgo)
      if (weekdayOf(date) > 4 || daysAgo % 2 === 0) continue
      const leavesAt = instantOf(date, '12:00', timeZone)
      const [host, ...others] = guests
      const companions = chance.shuffle(others).slice(0, 2 + chance.below(4))
      const lunch = await insertDemoLunch(
        tx,
        {
          leavesAt,
          places: [chance.pick(places)],
          guests: host && chance.happens(0.5) ? [host, ...companions] : companions,
          meetingPoint: 'the lobby',
        },
        campusCode,
        new Date(leavesAt.getTime() - 90 * 60_000),
      )
      if (!lunch) continue
      await enterVisitsOf(tx, lunch.id, { date, createdAt: leavesAt.toISOString() })
    }
  }
  await tx.updateTable('visits').set({ dismissed: true }).where('date', '<', addDays(today, -4)).execute()
}
