import { defaultDecidesAt } from '#features/lunches/lunch-times.ts'
import { insertLunchAt } from '#features/lunches/server/lunches-store.ts'
import { addRegular, listStandingRows } from '#features/lunches/server/standing/standing-lunches-store.ts'
import { enterVisitsOf } from '#features/visits/server/enter-visits.ts'
import { addDays, instantOf, localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { insert, list } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { campuses } from '../first-data.ts'
import type { SeededRandom } from './random.ts'

type Guest = { id: number; campusCode: string }
type DemoLunch = {
  leavesAt: Date
  places: Row<'restaurants'>[]
  guests: Guest[]
  meetingPoint: string
  note?: string
  seats?: number
}

const listGuests = (tx: Db, campusCode: string): Promise<Guest[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'campusCode'])
    .where('campusCode', '=', campusCode)
    .where('isPrimaryAdmin', '=', false)
    .orderBy('id')
    .execute()

/** Inserts a demo lunch with its guests and their votes; a lunch with one place is decided already. */
async function insertDemoLunch(
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
    leavesAt: leavesAt.toISOString(),
    decidesAt: isVote ? defaultDecidesAt(leavesAt, now).toISOString() : null,
    meetingPoint,
    note,
    seats,
    department: null,
    people: guests.map(({ id }) => id),
    addedBy: host.id,
    time,
  })
  for (const [index, guest] of guests.entries()) {
    // Each guest votes for every third place; the first one varies by guest.
    const chosen = isVote ? places.filter((_, place) => (place + index) % 3 === 0) : []
    for (const { id: restaurantId } of chosen)
      await insert(tx, 'lunchVotes', { lunchId: lunch.id, restaurantId, userId: guest.id })
  }
  return lunch
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

const minute = 60_000

/** Run at each start of the demo: adds a lunch that leaves soon, one to vote on, one for tomorrow, and one that repeats. */
export async function planDemoLunches({ db, now, config }: Deps): Promise<void> {
  const { timeZone } = config
  const time = now()
  const today = localDate(time, timeZone)
  const [campus] = campuses
  await db.transaction().execute(async tx => {
    const upcoming = await tx
      .selectFrom('lunches')
      .select('leavesAt')
      .where('leavesAt', '>=', time.toISOString())
      .where('campusCode', '=', campus.code)
      .execute()
    if (upcoming.some(({ leavesAt }) => localDate(new Date(leavesAt), timeZone) === today)) return
    const guests = await listGuests(tx, campus.code)
    const places = (await list(tx, 'restaurants', { campusCode: campus.code }, { order: ['id'] })).filter(
      ({ disabled }) => !disabled,
    )
    if (guests.length < 14 || places.length < 8) return
    const midnight = instantOf(addDays(today, 1), '00:00', timeZone).getTime()
    // Even shortly before midnight, the lunch must leave today.
    const inMinutes = (minutes: number) =>
      new Date(Math.min(time.getTime() + minutes * minute, midnight - minute / 2))
    const tomorrow = instantOf(addDays(today, 1), '12:00', timeZone)
    const plans: DemoLunch[] = [
      {
        leavesAt: inMinutes(25),
        places: places.slice(0, 1),
        guests: guests.slice(1, 6),
        meetingPoint: 'the lobby',
        seats: 8,
        note: 'Back by one, promised.',
      },
      {
        leavesAt: inMinutes(70),
        places: places.slice(1, 5),
        guests: guests.slice(6, 12),
        meetingPoint: 'the parking lot',
      },
      {
        leavesAt: tomorrow,
        places: places.slice(5, 8),
        guests: guests.slice(12, 14),
        meetingPoint: 'Door B',
      },
    ]
    // A demo that is started again in the evening has tomorrow's already.
    const isThere = ({ leavesAt }: DemoLunch) =>
      upcoming.some(lunch => lunch.leavesAt === leavesAt.toISOString())
    for (const plan of plans) if (!isThere(plan)) await insertDemoLunch(tx, plan, campus.code, time)
    if ((await listStandingRows(tx, { today })).length > 0) return
    // It has no places: three are proposed each week.
    const regularIds = guests.slice(2, 7).map(({ id }) => id)
    const standing = await insert(tx, 'standingLunches', {
      campusCode: campus.code,
      hostId: regularIds[0] ?? null,
      weekdays: String(weekdayOf(addDays(today, 2))),
      time: '12:00',
      decidesMinutesBefore: 30,
      meetingPoint: 'the lobby',
      note: 'The weekly team lunch. Everyone is welcome.',
      version: 0,
      createdAt: time.toISOString(),
    })
    for (const id of regularIds) await addRegular(tx, standing, id)
  })
}
