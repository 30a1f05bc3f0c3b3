import { defaultDecidesAt, lunchDays } from '#domain/lunch-times.ts'
import { addDays, instantOf, localDate } from '#domain/zoned-time.ts'
import { addToLunch } from '#server/data/lunch-people-store.ts'
import { insertLunchOptions, replaceVotes } from '#server/data/lunch-votes-store.ts'
import { insertLunch, listLunchRowsBetween } from '#server/data/lunches-store.ts'
import { listRestaurantRowsOfCampus } from '#server/data/restaurants-store.ts'
import type { Db, LunchRow, RestaurantRow } from '#server/database/schema.ts'
import type { Deps } from '#server/deps.ts'
import { campuses } from '../first-data.ts'

type Guest = { id: number; campusCode: string }
type Plan = {
  leavesAt: Date
  places: RestaurantRow[]
  guests: Guest[]
  meetingPoint: string
  note?: string
  seats?: number
}

const minute = 60_000

/** Lunches for today whenever the demo is started: one that leaves soon, one to vote on, and one for tomorrow. */
export async function planDemoLunches({ db, now, config }: Deps): Promise<void> {
  const { timeZone } = config
  const time = now()
  const { until } = lunchDays(time, timeZone)
  const [campus] = campuses
  const range = { until: until.toISOString(), campusCode: campus.code }
  await db.transaction().execute(async tx => {
    const ahead = await listLunchRowsBetween(tx, { ...range, from: time.toISOString() })
    if (ahead.some(lunch => isSameDay(lunch, time, timeZone))) return
    const guests = await listGuests(tx, campus.code)
    const places = (await listRestaurantRowsOfCampus(tx, campus.code)).filter(({ disabled }) => !disabled)
    if (guests.length < 14 || places.length < 8) return
    const midnight = instantOf(addDays(localDate(time, timeZone), 1), '00:00', timeZone).getTime()
    // Also shortly before midnight it is for today.
    const inMinutes = (minutes: number) =>
      new Date(Math.min(time.getTime() + minutes * minute, midnight - minute / 2))
    const tomorrow = instantOf(addDays(localDate(time, timeZone), 1), '12:00', timeZone)
    const plans: Plan[] = [
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
    for (const plan of plans) await carryOut(tx, plan, campus.code, time)
  })
}

const isSameDay = ({ leavesAt }: LunchRow, time: Date, timeZone: string) =>
  localDate(new Date(leavesAt), timeZone) === localDate(time, timeZone)

const listGuests = (tx: Db, campusCode: string): Promise<Guest[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'campusCode'])
    .where('campusCode', '=', campusCode)
    .where('isPrimaryAdmin', '=', false)
    .orderBy('id')
    .execute()

async function carryOut(tx: Db, plan: Plan, campusCode: string, now: Date): Promise<void> {
  const { leavesAt, places, guests, meetingPoint, note = null, seats = null } = plan
  const [host] = guests
  const [only] = places
  if (!host || !only) return
  const time = now.toISOString()
  const isVote = places.length > 1
  const lunch = await insertLunch(tx, {
    campusCode,
    hostId: host.id,
    leavesAt: leavesAt.toISOString(),
    decidesAt: isVote ? defaultDecidesAt(leavesAt, now).toISOString() : null,
    meetingPoint,
    note,
    seats,
    department: null,
    state: isVote ? 'voting' : 'decided',
    decidedRestaurantId: isVote ? null : only.id,
    decidedName: isVote ? null : only.name,
    decidedHow: isVote ? null : 'only',
    decidedTied: isVote ? null : '[]',
    peopleCount: 0,
    version: 0,
    createdAt: time,
  })
  await insertLunchOptions(
    tx,
    places.map(({ id, name }, position) => ({
      lunchId: lunch.id,
      restaurantId: id,
      name,
      addedBy: host.id,
      position,
    })),
  )
  let current = lunch
  for (const [index, guest] of guests.entries()) {
    current = await addToLunch(tx, current, guest.id, time)
    // Everybody likes one or two of the places, and nobody the same two.
    const restaurantIds = places.filter((_, place) => (place + index) % 3 === 0).map(({ id }) => id)
    if (isVote) await replaceVotes(tx, { lunchId: lunch.id, userId: guest.id, restaurantIds })
  }
}
